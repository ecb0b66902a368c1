//! What a run leaves in its folder: a shard of every worker, and a manifest when all of them are whole.

use crate::cut::Cut;
use crate::error::Fault;
use crate::run::Job;
use crate::store::FIRST;
use bouton_saved::Writer;
use bouton_saved::shards::{Manifest, Shards, mix, shard_name};

/// How `round` of a manifest counts. Whoever changes what a tile, a part or a round is takes the next number, so that a
/// table begun before is not gone on with at another place.
const COUNT: u32 = 2;

/// The manifest of what an earlier run left, whatever its number of workers was.
pub(crate) fn begun<G>(job: &Job<G>, cut: &Cut) -> Result<Option<Manifest>, Fault> {
    let Some(manifest) = Manifest::read(&job.folder)? else { return Ok(None) };
    let same = manifest.cells == cut.cells() as u64 && manifest.block as usize == cut.block();
    if manifest.text != job.text || !same {
        return Err(Fault::Other);
    }
    if !manifest.complete && manifest.count != COUNT {
        return Err(Fault::Older);
    }
    Ok(Some(manifest))
}

/// Reads some blocks of what an earlier run left; `put` gets the codes of the cells that are filled.
pub(crate) fn load<G>(
    job: &Job<G>,
    cut: &Cut,
    manifest: &Manifest,
    blocks: impl Iterator<Item = usize>,
    mut put: impl FnMut(usize, u32),
) -> Result<(), Fault> {
    let mut shards = Shards::of(&job.folder, manifest.clone());
    for block in blocks {
        let codes = shards.block(block as u64)?;
        for (cell, code) in cut.cells_of(block).zip(codes.iter()) {
            if let Some(code) = code.and_then(|c| u32::try_from(c).ok()) {
                put(cell, FIRST + code);
            }
        }
    }
    Ok(())
}

/// Writes a worker's shard; gives its part of the checksum.
pub(crate) fn keep<G>(
    job: &Job<G>,
    cut: &Cut,
    me: usize,
    generation: u64,
    code: &dyn Fn(usize) -> Option<u64>,
    release: &dyn Fn(),
) -> Result<u64, Fault> {
    let path = job.folder.join(shard_name(generation, me as u32, cut.workers() as u32));
    // What a killed run left under this name is dropped.
    let _ = std::fs::remove_file(&path);
    let mut writer = Writer::create(&path, "", cut.block() as u32, false)?;
    let mut sum = 0_u64;
    for block in cut.blocks_of(me) {
        for cell in cut.cells_of(block) {
            let code = code(cell);
            sum = sum.wrapping_add(mix(cell as u64, code));
            writer.push(code)?;
        }
        release();
    }
    writer.finish()?;
    Ok(sum)
}

/// Writes the manifest: from now on the new shards count.
pub(crate) fn name<G>(
    job: &Job<G>,
    cut: &Cut,
    generation: u64,
    round: u64,
    complete: bool,
    checksum: u64,
) -> Result<(), Fault> {
    let manifest = Manifest {
        cells: cut.cells() as u64,
        block: cut.block() as u32,
        shards: cut.workers() as u32,
        run: cut.run() as u32,
        generation,
        round,
        count: COUNT,
        complete,
        checksum: if complete { checksum } else { 0 },
        text: job.text.clone(),
    };
    Ok(manifest.write(&job.folder)?)
}
