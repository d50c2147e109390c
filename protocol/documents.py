"""The definition in docs/api.md: the sections of requests and messages, and the tables of fields, events, refusals and limits."""
import json
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 140


def wrap(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n\n" if text else ""


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


class Writer:
    def __init__(self, definition):
        self.definition = definition

    def type(self, kind):
        """A type in words."""
        if kind.kind == "union":
            return " or ".join(self.type(one) for one in kind.items)
        if kind.kind == "word":
            return f"`{kind.default}`"
        if kind.kind == "map":
            return "an object"
        if kind.kind == "list":
            return "a list" if kind.high is None else f"a list of at most {kind.high}"
        if kind.kind == "name":
            return self.type(self.definition.resolve(kind)[0])
        if kind.name == "boolean":
            return "true or false"
        what = {"text": "a text", "integer": "a whole number"}[kind.name]
        if kind.high is None:
            return what
        return f"{what} of {kind.low} to {kind.high} bytes" if kind.name == "text" else f"{what} from {kind.low} to {kind.high}"

    def fields(self):
        """Every field that requests have, apart from those of `open`."""
        names = {}
        for request in self.definition.requests:
            for entry in request.fields:
                if not isinstance(entry, str):
                    names.setdefault(entry.name, entry.type)
        rows = []
        for name, kind in names.items():
            scalar = self.definition.scalars[kind.name]
            refusal = self.definition.resolve(kind)[1] or "bad-message"
            about = scalar.about
            while not about and scalar.type.kind == "name":
                scalar = self.definition.scalars[scalar.type.name]
                about = scalar.about
            rows.append([f"`{name}`", self.type(kind), about, f"`{refusal}`"])
        return table(["field", "what", "meaning", "otherwise"], rows)

    def request(self, request):
        fields = listed(entry.name + ("?" if entry.optional else "") for entry in self.definition.flat(request.fields))
        answer = listed(entry.name for entry in request.answer)
        facts = (f"Fields: {fields}." if fields else "No fields.") + (f" The answer has {answer}." if answer else "")
        return f"#### client: {request.name}\n\n" + wrap(request.about) + wrap(facts) + f"```json\n{request.example}\n```\n\n"

    def message(self, message):
        definition = self.definition
        event = "event" in message.flags
        flat = definition.flat(message.fields)
        always = ([] if event else ["type"]) + [entry.name for entry in flat if not entry.optional]
        sometimes = [entry.name for entry in flat if entry.optional]
        facts = [("Always", always), ("Sometimes", sometimes), ("Instead", [entry.name for entry in message.instead])]
        line = " ".join(f"{word}: {listed(names)}." for word, names in facts if names)
        return f"#### server: {message.name}\n\n" + wrap(message.about) + wrap(line) + f"```json\n{message.example}\n```\n\n"

    def grouped(self, blocks, write):
        out, section = "", ""
        for block in blocks:
            if block.section != section:
                section = block.section
                out += f"### {section}\n\n" + wrap(self.definition.sections[section])
                if section == "Events":
                    head = ["type"] + [entry.name for entry in self.definition.head.type.fields]
                    tail = [entry.name for entry in self.definition.tail.type.fields]
                    out += wrap(f"Every event carries: {listed(head)}. Any event may carry: {listed(tail)}.")
            out += write(block)
        return out

    def requests(self):
        return self.grouped(self.definition.requests, self.request)

    def messages(self):
        return self.grouped(self.definition.messages, self.message)

    def kinds(self):
        return table(["kind", "what"], [[f"`{kind}`", what] for kind, what in self.definition.values["EventKind"]])

    def refusals(self):
        rows = [[f"`{one.name}`", str(one.status or "–"), one.about] for one in self.definition.refusals]
        return table(["code", "HTTP", "meaning"], rows)

    def limits(self):
        numbers = {scalar.name: scalar.type.high for scalar in self.definition.scalars.values()} | self.definition.limits
        rows = [[re.sub(r"\{(\w+)\}", lambda found: str(numbers[found[1]]), cell) for cell in row] for row in self.definition.rows]
        return table(["what", "at most"], rows)


def section(text, head):
    """Where a section begins and ends: from its heading to the next of the same level or above."""
    start = re.search(rf"^{re.escape(head)}\n", text, re.M)
    if not start:
        raise SystemExit(f"docs/api.md has no '{head}'")
    level = len(head.split()[0])
    end = re.search(rf"^#{{1,{level}}} ", text[start.end() :], re.M)
    return start.end(), start.end() + end.start() if end else len(text)


def replace_parts(text, head, made):
    """Replaces all subsections of a section; what stands before the first is kept."""
    start, end = section(text, head)
    first = re.search(r"^### ", text[start:end], re.M)
    at = start + first.start() if first else end
    return text[:at] + made + text[end:]


def replace_table(text, head, made):
    """Replaces the first table of a section."""
    start, end = section(text, head)
    found = re.search(r"^\|.*\n(?:\|.*\n)*", text[start:end], re.M)
    if not found:
        raise SystemExit(f"docs/api.md has no table below '{head}'")
    return text[: start + found.start()] + made + text[start + found.end() :]


def files(definition):
    writer = Writer(definition)
    text = (ROOT / "docs/api.md").read_text()
    text = replace_table(text, "## What clients send", writer.fields())
    text = replace_parts(text, "## What clients send", writer.requests())
    text = replace_parts(text, "## What the server sends", writer.messages())
    text = replace_table(text, "### Game events", writer.kinds())
    text = replace_table(text, "## Refusals", writer.refusals())
    text = replace_table(text, "## Limits", writer.limits())
    return {"docs/api.md": text}
