"""The definition as types of TypeScript: web/src/protocol.ts. What a field means is in the definition."""
import json


WIDTH = 140


def name(text):
    """take-back → TakeBack"""
    return "".join(part[0].upper() + part[1:] for part in text.split("-"))


def comment(text):
    return f"/** {text} */\n" if text else ""


class Writer:
    def __init__(self, definition):
        self.definition = definition

    def type(self, kind):
        kind, _ = self.definition.resolve(kind)
        if kind.kind == "plain":
            return {"text": "string", "integer": "number", "any": "unknown"}.get(kind.name, kind.name)
        if kind.kind == "name":
            return {"Table": "TableMessage"}.get(kind.name, kind.name)
        if kind.kind == "word":
            return json.dumps(kind.default)
        if kind.kind == "pattern":
            return "string"
        if kind.kind == "union":
            return " | ".join(dict.fromkeys(self.type(one) for one in kind.items))
        if kind.kind == "object":
            return "{ " + self.members(kind.fields, "; ") + " }"
        inner = self.type(kind.items[0])
        if kind.kind == "map":
            return f"Record<string, {inner}>"
        if kind.low == kind.high == 2:
            return f"[{inner}, {inner}]"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"

    def members(self, fields, between):
        return between.join(
            f"{entry.name}{'?' if entry.optional else ''}: {self.type(entry.type)}" for entry in self.definition.flat(fields)
        )

    def interface(self, title, fields, about="", kind=""):
        """On one line where it fits."""
        bases = [one for one in fields if isinstance(one, str)]
        own = [one for one in fields if not isinstance(one, str)]
        head = f"export interface {title}{' extends ' + ', '.join(bases) if bases else ''} {{"
        parts = [one for one in (kind, self.members(own, "\n")) if one]
        lines = "\n".join(parts).split("\n")
        line = f"{head} {'; '.join(lines)} }}"
        body = line if len(line) <= WIDTH else head + "".join(f"\n  {one};" for one in lines) + "\n}"
        return comment(about) + body + "\n"

    def types(self):
        out = ""
        for block in self.definition.types.values():
            if block.type.kind == "object":
                out += self.interface(block.name, block.type.fields, block.about)
            else:
                out += comment(block.about) + f"export type {block.name} = {self.type(block.type)};\n"
        return out

    @staticmethod
    def union(title, names):
        return f"export type {title} =\n" + "".join(f"  | {one}\n" for one in names).rstrip() + ";\n\n"

    def requests(self):
        out = ""
        for request in self.definition.requests:
            out += self.interface(name(request.name) + "Request", request.fields, "", f'do: "{request.name}"')
        return out + "\n" + self.union("Request", [name(one.name) + "Request" for one in self.definition.requests])

    def messages(self):
        definition = self.definition
        out = self.interface("EventHead", definition.head.type.fields, definition.head.about)
        out += self.interface("EventTail", definition.tail.type.fields, definition.tail.about)
        union = []
        for message in definition.messages:
            title = name(message.name) + "Message"
            event = "event" in message.flags
            fields = (["EventHead", "EventTail"] if event else []) + message.fields
            out += self.interface(title, fields, message.about, f'type: "{message.name}"')
            union.append(title)
            if message.instead:
                head = [one for one in definition.head.type.fields if one.name != "at"]
                out += self.interface("Muted" + title, head + message.instead, "", f'type: "{message.name}"')
                union.append("Muted" + title)
        events = [name(one.name) + "Message" for one in definition.messages if "event" in one.flags]
        return out + "\n" + self.union("TableEvent", events) + self.union("Message", union)

    def file(self):
        return (
            "/** The protocol of the server. Made by protocol/make from protocol/, which explains every field; do not edit. */\n\n"
            + f"export const PROTOCOL_VERSION = {self.definition.version};\n\n"
            + self.types() + "\n" + self.requests() + self.messages()
            + self.union("RefusalCode", [f'"{refusal.name}"' for refusal in self.definition.refusals]).rstrip() + "\n"
        )


def files(definition):
    return {"web/src/protocol.ts": Writer(definition).file()}
