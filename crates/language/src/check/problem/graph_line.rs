//! What is wrong with a line of a graph's file, in words.

use crate::words::Words;
use crate::{both, said};
use bouton_graph::read::Mistake;

/// A line that is no edge, or no line of the form of METIS.
pub(super) fn graph_line(path: &str, line: usize, text: &str, mistake: &Mistake) -> Words {
    let why = why(mistake);
    match mistake {
        Mistake::Words { .. } | Mistake::Arrow | Mistake::NotText => said!(
            "Line {line} of \"{path}\" is not an edge:  {text}  ({why}).",
            "“{path}”第 {line} 行不是一条边：  {text} （{why}）。";
            "Each line is  u v  (an edge from u to v),  u  alone, or a comment after # .",
            "每行写  u v （从 u 到 v 的边）、单独的  u ，或 # 后的注释。";
            with why = &why
        ),
        _ => said!(
            "Line {line} of the METIS file \"{path}\": {why}.",
            "METIS 文件“{path}”第 {line} 行：{why}。";
            "The first line is  nodes edges , then line i has the nodes that node i leads to; a file of edges  u v  needs another name than .graph or .metis .",
            "首行写  顶点数 边数 ，其后第 i 行写顶点 i 指向的顶点；若是每行  u v  的边表，文件名不要用 .graph 或 .metis 结尾。";
            with why = &why
        ),
    }
}

fn why(mistake: &Mistake) -> [String; 2] {
    match mistake {
        Mistake::Words { count } => {
            both!("an edge has two words, this line has {count}", "一条边是两个词，这一行有 {count} 个")
        }
        Mistake::Arrow => both!("one node belongs on each side of the arrow", "箭头两边各写一个顶点"),
        Mistake::NotText => both!("these bytes are not UTF-8 text", "这些字节不是 UTF-8 文本"),
        Mistake::Head => {
            both!("a head line of two to four numbers was expected", "这里应是由两到四个数组成的首行")
        }
        Mistake::Neighbour { most } => {
            both!("something here is no node from 1 to {most}", "这里有不是 1 到 {most} 的顶点")
        }
        Mistake::Weight => both!(
            "the head announces weights of edges, and the last node has none",
            "首行说边带权，而最后一个顶点后面没有权"
        ),
        Mistake::Nodes { said, found: Some(found) } => both!(
            "the file ends after {found} of {said} lines of nodes",
            "应有 {said} 行顶点，文件只有 {found} 行"
        ),
        Mistake::Nodes { said, found: None } => {
            both!("more than {said} lines of nodes", "顶点多于 {said} 行")
        }
        Mistake::Edges { said, found } => both!(
            "{said} edges are announced; the lines have {found}, which is neither that nor twice that",
            "首行说有 {said} 条边；各行共有 {found} 条，既不等于它也不是它的两倍"
        ),
    }
}
