"""The definition as docs/openapi.json."""
import json
import re

WIDTH = 140
DESCRIPTION = (
    "These requests open and find tables and search finished games; games are played over a WebSocket that docs/api.md describes. "
    "Bodies are JSON in UTF-8, at most 64 KiB. HEAD works wherever GET does. Requests that are not HTTP (400, 413, 431) and a full server "
    "(503) are answered with a line of text/plain."
)
COOKIE = {"Set-Cookie": {"description": "bivouac=…; it identifies you, for a year.", "schema": {"type": "string"}}}
SECURITY = {"anybody": [{}], "cookie?": [{}, {"guest": []}], "cookie": [{"guest": []}], "admin": [{"guest": []}, {"pass": []}]}
SCHEMES = {
    "guest": {"type": "apiKey", "in": "cookie", "name": "bivouac", "description": "From POST /api/v1/guest or /api/v1/resume."},
    "pass": {
        "type": "http",
        "scheme": "bearer",
        "description": "`bivouac admin`: admin.TIME.NONCE.SIGNATURE, signed with the secret of the server, valid for a minute and only from this machine.",
    },
}
REFUSED = (
    "403 `cross-site`, 405 `bad-method`, 400 `bad-body`, 404 `not-found`; 503 `not-stored`, `unreadable` or `busy`: try again later; "
    "429 `too-many`: after `Retry-After` seconds."
)


def reference(name):
    return {"$ref": f"#/components/schemas/{name}"}


class Writer:
    def __init__(self, definition):
        self.definition = definition

    def schema(self, kind, about=""):
        found = self.bare(kind)
        if kind.has_default:
            found["default"] = kind.default
        if about and "$ref" not in found:
            found["description"] = about
        return found

    def bare(self, kind):
        kind, _ = self.definition.resolve(kind)
        if kind.kind == "name":
            return reference(kind.name)
        if kind.kind == "plain":
            if kind.name == "any":
                return {"items": reference("Anything"), "additionalProperties": reference("Anything")}
            found = {"type": {"text": "string"}.get(kind.name, kind.name)}
            if kind.name == "integer":
                found.update({word: number for word, number in (("minimum", kind.low), ("maximum", kind.high)) if number is not None})
            return found
        if kind.kind == "pattern":
            return {"type": "string", "pattern": kind.name}
        if kind.kind == "word":
            return {"const": kind.default}
        if kind.kind == "union":
            return self.union(kind.items)
        if kind.kind == "object":
            return self.object(kind.fields)
        if kind.kind == "map":
            return {"type": "object", "additionalProperties": self.schema(kind.items[0])}
        found = {"type": "array", "items": self.schema(kind.items[0])}
        found.update({word: number for word, number in (("minItems", kind.low), ("maxItems", kind.high)) if number is not None})
        return found

    def union(self, items):
        if all(one.kind == "word" for one in items):
            return {"type": "string", "enum": [one.default for one in items]}
        if all(one.kind == "plain" for one in items):
            found = {}
            for one in items:
                found.update(self.bare(one))
            return {**found, "type": [self.bare(one)["type"] for one in items]}
        words = [one.default for one in items if one.kind == "word"]
        if words and len(items) == len(words) + 1 and items[-1].name == "null":
            return {"enum": words + [None]}
        return {"oneOf": [self.schema(one) for one in items]}

    def object(self, fields, head=None):
        flat = self.definition.flat(fields)
        found = {"type": "object", "properties": {**(head or {}), **{entry.name: self.schema(entry.type, entry.about) for entry in flat}}}
        required = list(head or {}) + [entry.name for entry in flat if not entry.optional]
        if required:
            found["required"] = required
        return {**found, "additionalProperties": False}

    def schemas(self):
        found = {block.name: self.schema(block.type, block.about) for block in self.definition.types.values()}
        table = next(one for one in self.definition.messages if one.name == "table")
        found["Table"] = {**self.object(table.fields, {"type": {"const": "table"}}), "description": "The whole table as one channel sees it."}
        return {**found, "TableEvent": self.events()}

    def events(self):
        """One schema for all events: which fields each has is in docs/api.md."""
        definition = self.definition
        events = [one for one in definition.messages if "event" in one.flags]
        fields = {}
        for event in events:
            for entry in definition.fields_of(event):
                fields.setdefault(entry.name, self.bare(entry.type))
        head = [entry.name for entry in definition.head.type.fields]
        return {
            "type": "object",
            "description": "An event of a table as one channel receives it; docs/api.md lists the fields of each type.",
            "properties": {"type": {"type": "string", "enum": [one.name for one in events]}, **fields},
            "required": ["type", *head],
            "additionalProperties": False,
        }

    def refusal(self, codes, about):
        refusal = self.definition.refusal_of[codes[0]]
        _, french, english = refusal.texts[0]
        listed = ", ".join(f"`{code}`" for code in codes) + "."
        example = {"code": refusal.name, "text": {"fr": french, "en": english}}
        return {"description": about or listed, "content": {"application/json": {"schema": reference("Refusal"), "example": example}}}

    def reply(self, reply):
        if reply.codes:
            return self.refusal(reply.codes, reply.about)
        found = {"description": reply.about}
        if "sets-cookie" in reply.flags:
            found["headers"] = COOKIE
        if reply.type:
            media = next((flag for flag in reply.flags if "/" in flag), "application/json")
            found["content"] = {media: self.content(reply)}
        return found

    def content(self, reply):
        found = {"schema": self.schema(reply.type)}
        if reply.example or reply.type.kind == "object" and not reply.type.fields:
            found["example"] = json.loads(reply.example or "{}")
        return found

    def operation(self, route, path):
        identity, tag, *rest = route.flags
        found = {"operationId": identity, "summary": route.texts[0], "tags": [tag]}
        if route.about:
            found["description"] = route.about
        who = [flag for flag in rest if flag in SECURITY]
        if who:
            found["security"] = SECURITY[who[0]]
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in re.findall(r"\{(\w+)\}", path)]
        for entry, example in route.queries:
            parameter = {"name": entry.name, "in": "query", "schema": self.schema(entry.type), "description": entry.about}
            parameters.append({**parameter, **({"example": int(example) if entry.type.name == "integer" else example} if example else {})})
        if parameters:
            found["parameters"] = parameters
        if route.body:
            found["requestBody"] = {"required": True, "content": {"application/json": self.content(route.body)}}
        if "websocket" in rest:
            found["x-websocket"] = True
        found["responses"] = {str(reply.status): self.reply(reply) for reply in route.replies}
        found["responses"]["default"] = {"$ref": "#/components/responses/Refused"}
        return found

    def document(self):
        paths, tags = {}, []
        for route in self.definition.routes:
            method, path = route.name.split()
            paths.setdefault(path, {})[method.lower()] = self.operation(route, path)
            if route.flags[1] not in tags:
                tags.append(route.flags[1])
        info = {
            "title": "Bivouac",
            "version": str(self.definition.version),
            "summary": "Five French war games on a server.",
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        }
        return {
            "openapi": "3.1.0",
            "info": info,
            "servers": [{"url": "/"}],
            "tags": [{"name": tag} for tag in tags],
            "paths": paths,
            "components": {
                "securitySchemes": SCHEMES,
                "responses": {"Refused": self.refusal(["not-stored"], REFUSED)},
                "schemas": self.schemas(),
            },
        }


def pretty(value, indent=0):
    """JSON with an object or a list on one line where it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indent + len(line) <= WIDTH:
        return line
    pad = " " * (indent + 2)
    if isinstance(value, list):
        return "[\n" + ",\n".join(pad + pretty(one, indent + 2) for one in value) + "\n" + " " * indent + "]"
    rows = [f"{pad}{json.dumps(key)}: {pretty(one, indent + 2)}" for key, one in value.items()]
    return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"


def files(definition):
    return {"docs/openapi.json": pretty(Writer(definition).document()) + "\n"}
