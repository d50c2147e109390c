"""Reads protocol.def and http/*.def into plain objects. protocol.def explains the notation."""
import json
import pathlib
import re
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
HTTP = ["people", "tables", "records", "clubs", "tournaments", "server", "admin"]
MADE = {"Table", "TableEvent"}  # types that follow from the messages
PLAIN = {"text", "integer", "number", "boolean", "null", "any", "object"}


@dataclass
class Type:
    """One of: plain (name, range), name (of a scalar or type), list, map, word, pattern, union, object (fields)."""

    kind: str
    name: str = ""
    low: int | None = None
    high: int | None = None
    items: list = field(default_factory=list)
    fields: list = field(default_factory=list)
    default: object = None
    has_default: bool = False


@dataclass
class Field:
    name: str
    type: Type
    optional: bool
    about: str = ""


@dataclass
class Block:
    """Anything with a name: a scalar, a type, a request, a message, a refusal, a route."""

    name: str
    about: str = ""
    flags: list = field(default_factory=list)
    fields: list = field(default_factory=list)
    type: Type | None = None
    example: str = ""
    answer: list = field(default_factory=list)
    section: str = ""
    instead: list = field(default_factory=list)
    refusal: str = ""
    status: int | None = None
    texts: list = field(default_factory=list)  # of a refusal: (case, French, English)
    values: list = field(default_factory=list)  # (value, what)
    replies: list = field(default_factory=list)  # of a route
    queries: list = field(default_factory=list)
    body: object = None


@dataclass
class Reply:
    status: int
    about: str
    type: Type | None = None
    codes: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    example: str = ""


class Fault(Exception):
    pass


def split(text, sign):
    """Splits at a sign outside brackets, quotes and patterns."""
    parts, depth, start, at, inside = [], 0, 0, 0, ""
    while at < len(text):
        c = text[at]
        if inside:
            if c == "\\":
                at += 1
            elif c == inside and (inside == '"' or text[at + 1 : at + 2] in ("", " ", "}", "]", ";")):
                inside = ""
        elif c == '"' or (c == "/" and text[at - 1 : at] in ("", " ", "{", "[")):
            inside = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(sign, at):
            parts.append(text[start:at])
            start = at = at + len(sign)
            continue
        at += 1
    return parts + [text[start:]]


def numbers(text):
    """`1..8`, `1..`, `..6` or `2` as two numbers."""
    low, dots, high = text.partition("..")
    return (int(low) if low else None, int(high if dots else low) if (high or not dots) else None)


def read_type(text):
    text = text.strip()
    plain, *default = split(text, " = ")
    if default:
        found = read_type(plain)
        found.default, found.has_default = json.loads(default[0]), True
        return found
    union = split(text, " | ")
    if len(union) > 1:
        return Type("union", items=[read_type(one) for one in union])
    if text[0] == "[":
        inner, *limit = split(text[1:-1], "; ")
        low, high = numbers(limit[0]) if limit else (None, None)
        return Type("list", items=[read_type(inner)], low=low, high=high)
    if text[0] == "{":
        return Type("map", items=[read_type(text[1:-1])])
    if text[0] == "(":
        return Type("object", fields=[read_field(one) for one in split(text[1:-1], ", ")])
    if text[0] == "/":
        return Type("pattern", name=text[1:-1])
    if text[0] == '"' or text in ("true", "false"):
        return Type("word", default=json.loads(text))
    name, _, span = text.partition(" ")
    low, high = numbers(span) if span else (None, None)
    if name == "object":
        return Type("object")
    if not re.fullmatch(r"\w+", name) or span and name not in PLAIN:
        raise Fault(f"'{text}' is no type")
    return Type("plain" if name in PLAIN else "name", name=name, low=low, high=high)


def read_field(line):
    """`name? type  what`; without a type, that of the name."""
    name, _, rest = line.strip().partition(" ")
    kind, _, about = rest.strip().partition("  ")
    bare = name.rstrip("?")
    return Field(bare, read_type(kind or bare), name.endswith("?"), about.strip())


def depth_of(line):
    return (len(line) - len(line.lstrip())) // 4


def holder_of_fields(kind):
    """The object inside a type whose fields stand below it."""
    while kind.kind in ("list", "map"):
        kind = kind.items[0]
    return kind if kind.kind == "object" and not kind.fields else None


def read_fields(lines, depth):
    """Takes the fields at this depth off the front of the lines."""
    found = []
    while lines and depth_of(lines[0]) == depth:
        line = lines[0].strip()
        if line.startswith("+ "):
            found.append(line[2:])
            lines.pop(0)
            continue
        names = re.fullmatch(r"\w+\??(, \w+\??)*", line)
        if not names and not re.match(r"\w+\?? +\S", line):
            break
        if line.startswith(("example ", "answer ", "instead ", "refusal ")):
            break
        lines.pop(0)
        for one in line.split(", ") if names else [line]:
            entry = read_field(one)
            inner = holder_of_fields(entry.type)
            if inner:
                inner.fields = read_fields(lines, depth + 1)
            found.append(entry)
    return found


class Definition:
    def __init__(self):
        self.version = 0
        self.scalars, self.types, self.values, self.limits = {}, {}, {}, {}
        self.requests, self.messages, self.refusals, self.routes, self.rows = [], [], [], [], []
        self.sections = {}
        self.section = ""
        self.read(HERE / "protocol.def")
        for name in HTTP:
            self.read(HERE / "http" / f"{name}.def")
        self.refusal_of = {refusal.name: refusal for refusal in self.refusals}
        self.head, self.tail = self.types.pop("EventHead"), self.types.pop("EventTail")
        answers = {}
        for request in self.requests:
            for entry in request.answer:
                answers.setdefault(entry.name, entry)
        done = next(one for one in self.messages if one.name == "done")
        done.fields += [Field(entry.name, entry.type, True) for entry in answers.values()]

    def read(self, path):
        text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.M)
        for part in re.findall(r"^\S.*\n(?: .*\n|\n)*", text, re.M):
            lines = [line for line in part.split("\n") if line.strip()]
            kind = lines[0].split()[0]
            try:
                getattr(self, "take_" + kind)(lines[0][len(kind) :].strip(), lines[1:])
            except (Fault, ValueError, IndexError, AttributeError) as fault:
                raise SystemExit(f"{path.name}: {lines[0]}: {fault}")

    @staticmethod
    def opened(head):
        """`name: flag, flag` or `name: type  what` or `name  what`."""
        head, _, about = head.partition("  ")
        name, _, rest = head.partition(": ")
        return name, rest, about.strip()

    @staticmethod
    def fill(block, lines, depth=1):
        """The sentence (it begins with a capital letter or a quoted word), fields, answer and example of a block."""
        words = []
        while lines and not re.match(r"[a-z+]", lines[0].strip()):
            words.append(lines.pop(0).strip())
        block.about = " ".join(words) or block.about
        block.fields = read_fields(lines, depth)
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "answer":
                block.answer = [read_field(one) for one in split(rest, ", ")]
            elif word == "instead":
                block.instead = [read_field(rest)]
            elif word == "refusal":
                block.refusal = rest
            elif word == "example":
                block.example = rest
            else:
                raise Fault(f"'{line.strip()}' is not understood")

    def take_version(self, head, lines):
        self.version = int(head)

    def take_section(self, head, lines):
        self.section = head
        self.sections[head] = " ".join(line.strip() for line in lines)

    def take_limit(self, head, lines):
        name, number = head.split(" = ")
        self.limits[name] = int(number)

    def take_limits(self, head, lines):
        self.rows = [tuple(line.strip().split(" | ")) for line in lines]

    def take_scalar(self, head, lines):
        name, _, rest = head.partition(": ")
        parts = re.split(r"  +", rest)
        refusal = parts.pop(1) if len(parts) > 1 and re.fullmatch(r"[a-z]+(-[a-z]+)+", parts[1]) else ""
        self.scalars[name] = Block(name, parts[1] if len(parts) > 1 else "", type=read_type(parts[0]), refusal=refusal)

    def take_type(self, head, lines):
        name, rest, about = self.opened(head)
        block = Block(name, about, type=read_type(rest) if rest else Type("object"))
        inner = holder_of_fields(block.type)
        if inner:
            inner.fields = read_fields(lines, 1)
        if lines:
            raise Fault(f"'{lines[0].strip()}' is not understood")
        self.types[name] = block

    def take_values(self, head, lines):
        name, _, about = self.opened(head)
        self.values[name] = [tuple(line.strip().split(None, 1)) for line in lines]
        words = [Type("word", default=value) for value, _ in self.values[name]]
        self.types[name] = Block(name, about, type=Type("union", items=words))

    def take_request(self, head, lines):
        name, flags, _ = self.opened(head)
        block = Block(name, flags=flags.split(", "), section=self.section)
        self.fill(block, lines)
        if "table" in block.flags:
            block.fields.insert(0, read_field("table"))
        self.requests.append(block)

    def take_message(self, head, lines):
        name, flags, _ = self.opened(head)
        block = Block(name, flags=flags.split(", ") if flags else [], section=self.section)
        self.fill(block, lines)
        self.messages.append(block)

    def take_refusal(self, head, lines):
        head, _, about = head.partition("  ")
        code, status = head.split()
        block = Block(code, about, status=None if status == "-" else int(status))
        for line in lines:
            french, english = line.strip().split(" | ")
            case = re.match(r"([a-z-]+): ", french)
            block.texts.append((case[1] if case else "", french[case.end() :] if case else french, english))
        if block.texts[0][0]:
            raise Fault("the first sentence has no name")
        self.refusals.append(block)

    def take_route(self, head, lines):
        name, flags, _ = self.opened(head)
        block = Block(name, flags=flags.split(", "))
        block.values = []
        title = lines.pop(0).strip()
        block.texts = [title]
        while lines:
            line = lines.pop(0).strip()
            word, _, rest = line.partition(" ")
            if word == "query":
                rest, _, example = rest.partition("  e.g. ")
                entry = read_field(rest)
                block.queries.append((entry, example))
            elif word == "body":
                block.body = self.reply(0, rest, lines)
            elif re.fullmatch(r"\d\d\d", word):
                block.replies.append(self.reply(int(word), rest, lines))
            else:
                block.about = line
        self.routes.append(block)

    def reply(self, status, rest, lines):
        """`TYPE flags  what` with its fields below, or `CODES  what`."""
        what, _, about = rest.partition("  ")
        known = {refusal.name for refusal in self.refusals}
        words = what.split()
        if words and words[0] in known:
            return Reply(status, about, codes=words)
        flags = [word for word in words if word == "sets-cookie" or re.fullmatch(r"(text|image|application)/[\w+-]+", word)]
        kind = " ".join(word for word in words if word not in flags)
        found = Reply(status, about, None if kind == "nothing" else read_type(kind), flags=flags)
        inner = holder_of_fields(found.type) if found.type else None
        if inner:
            inner.fields = read_fields(lines, 2)
        if lines and lines[0].strip().startswith("example "):
            found.example = lines.pop(0).strip()[8:]
        return found

    # ---- Looking things up

    def flat(self, fields):
        """The fields with those of the types that `+` names."""
        found = []
        for entry in fields:
            found += self.flat(self.types[entry].type.fields) if isinstance(entry, str) else [entry]
        return found

    def fields_of(self, message):
        """All fields of a message, those of every event included."""
        fields = self.flat(message.fields)
        if "event" in message.flags:
            fields = self.flat(self.head.type.fields) + fields + self.flat(self.tail.type.fields)
        return fields

    def resolve(self, kind):
        """A scalar's own type, for names of scalars; with the refusal of the scalar."""
        refusal = ""
        while kind.kind == "name" and kind.name in self.scalars:
            refusal = refusal or self.scalars[kind.name].refusal
            kind = self.scalars[kind.name].type
        if kind.kind == "name" and kind.name not in self.types and kind.name not in MADE:
            raise SystemExit(f"{kind.name}: there is no such type")
        return kind, refusal
