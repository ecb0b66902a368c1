# The input of Python programs: what every program has, then methods by name, each after those that it needs.

#= input
class Input:
    """The input: numbers and words between blanks, or whole lines."""

    def __init__(self):
        self.text = sys.stdin.read()
        self.at = 0

    def blanks(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

#= end
def end(self):
    self.blanks()
    return self.at >= len(self.text)

#= end_of_lines
def end_of_lines(self):
    return self.at >= len(self.text)

#= number
def number(self):
    self.blanks()
    start = self.at
    if self.at < len(self.text) and self.text[self.at] == '-':
        self.at += 1
    while self.at < len(self.text) and self.text[self.at].isdigit():
        self.at += 1
    if not self.text[start:self.at].strip('-'):
        sys.exit('The input should have a number here: ' + self.text[start:start + 20])
    return int(self.text[start:self.at])

#= word
def word(self):
    self.blanks()
    start = self.at
    while self.at < len(self.text) and not self.text[self.at].isspace():
        self.at += 1
    return self.text[start:self.at]

#= line
def line(self):
    stop = self.text.find('\n', self.at)
    stop = len(self.text) if stop < 0 else stop
    line = self.text[self.at:stop].strip()
    self.at = stop + 1
    return line

#= expect
def expect(self, text):
    for part in text.split():
        self.blanks()
        if not self.text.startswith(part, self.at):
            sys.exit('The input should have this: ' + part)
        self.at += len(part)
    return True

#= stands
def stands(self, text):
    """Is this all that is left?"""
    return self.text[self.at:].split() == text.split()

#= words line
def words(self, between):
    """The pieces of a line, with blanks or this between them."""
    line = self.line()
    for c in between:
        line = line.replace(c, ' ')
    return line.split()

#= numbers words
def numbers(self, between):
    return [int(x) for x in self.words(between)]
