"""The definition as types of TypeScript: web/src/protocol.ts."""
import json
import re


def name(text):
    """take-back → TakeBack"""
    return "".join(part[0].upper() + part[1:] for part in text.split("-"))


def comment(text, indent=""):
    return f"{indent}/** {text} */\n" if text else ""


class Writer:
    def __init__(self, definition):
        self.definition = definition

    def type(self, kind, indent=""):
        kind, _ = self.definition.resolve(kind)
        if kind.kind == "plain":
            return {"text": "string", "integer": "number", "any": "unknown"}.get(kind.name, kind.name)
        if kind.kind == "name":
            return kind.name
        if kind.kind == "word":
            return json.dumps(kind.default)
        if kind.kind == "pattern":
            return "string"
        if kind.kind == "union":
            return " | ".join(dict.fromkeys(self.type(one, indent) for one in kind.items))
        if kind.kind == "object":
            return "{\n" + self.members(kind.fields, indent + "  ") + indent + "}"
        inner = self.type(kind.items[0], indent)
        if kind.kind == "map":
            return f"Record<string, {inner}>"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"

    def members(self, fields, indent="  "):
        return "".join(
            comment(entry.about, indent) + f"{indent}{entry.name}{'?' if entry.optional else ''}: {self.type(entry.type, indent)};\n"
            for entry in self.definition.flat(fields)
        )

    def interface(self, title, fields, about="", first=""):
        bases = [one for one in fields if isinstance(one, str)]
        own = [one for one in fields if not isinstance(one, str)]
        extends = f" extends {', '.join(bases)}" if bases else ""
        body = first + self.members(own)
        return comment(about) + (f"export interface {title}{extends} {{\n{body}}}\n\n" if body else f"export type {title} = {' & '.join(bases) or 'object'};\n\n")

    def types(self):
        out = ""
        for block in self.definition.types.values():
            if block.type.kind == "object":
                out += self.interface(block.name, block.type.fields, block.about)
            else:
                out += comment(block.about) + f"export type {block.name} = {self.type(block.type)};\n\n"
        return out

    def requests(self):
        out = ""
        for request in self.definition.requests:
            out += self.interface(name(request.name) + "Request", request.fields, "", f'  do: "{request.name}";\n')
        return out + "export type Request =\n" + "".join(f"  | {name(one.name)}Request\n" for one in self.definition.requests).rstrip() + ";\n\n"

    def messages(self):
        definition = self.definition
        out = self.interface("EventHead", definition.head.type.fields, definition.head.about)
        out += self.interface("EventTail", definition.tail.type.fields, definition.tail.about)
        union = []
        for message in definition.messages:
            title = name(message.name) + "Message"
            event = "event" in message.flags
            fields = (["EventHead", "EventTail"] if event else []) + message.fields
            out += self.interface(title, fields, message.about, f'  type: "{message.name}";\n')
            union.append(title)
            if message.instead:
                head = [one for one in definition.head.type.fields if one.name != "at"]
                out += self.interface("Muted" + title, head + message.instead, "", f'  type: "{message.name}";\n')
                union.append("Muted" + title)
        events = [name(one.name) + "Message" for one in definition.messages if "event" in one.flags]
        out += "export type TableEvent =\n" + "".join(f"  | {one}\n" for one in events).rstrip() + ";\n\n"
        return out + "export type Message =\n" + "".join(f"  | {one}\n" for one in union).rstrip() + ";\n\n"

    def file(self):
        codes = "".join(f'  | "{refusal.name}"\n' for refusal in self.definition.refusals).rstrip()
        return (
            "/** The protocol of the server. Made by protocol/make from protocol/; do not edit. */\n\n"
            + f"export const PROTOCOL_VERSION = {self.definition.version};\n\n"
            + self.types() + self.requests() + self.messages()
            + "export type RefusalCode =\n" + codes + ";\n"
        )


def files(definition):
    return {"web/src/protocol.ts": re.sub(r"\n\n+", "\n\n", Writer(definition).file())}
