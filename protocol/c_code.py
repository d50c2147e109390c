"""The definition as C headers: requests and their fields, refusals, the types of messages."""
import re

HEAD = "/* Made by protocol/make from protocol/protocol.def. */\n"
JSON_KINDS = ["text", "integer", "boolean", "map", "null", "list"]


def name(text):
    """lobby-leave, toAct → LOBBY_LEAVE, TO_ACT"""
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", text).replace("-", "_").upper()


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def macro(head, rows):
    return f"#define {head}" + "".join(f" \\\n    {row}" for row in rows) + "\n"


def kinds(definition, kind):
    """Which kinds of JSON values a type allows, and its only plain type, if there is just one."""
    kind, refusal = definition.resolve(kind)
    if kind.kind == "union":
        parts = [kinds(definition, one) for one in kind.items]
        allowed = sorted({one for part in parts for one in part[0]})
        words = [one.default for one in kind.items if one.kind == "word"]
        return allowed, kind, words, refusal
    if kind.kind == "name":
        inner = kinds(definition, definition.types[kind.name].type)
        return inner[0], inner[1], inner[2], refusal
    found = {"plain": kind.name, "map": "map", "object": "map", "list": "list", "pattern": "text"}.get(kind.kind)
    if kind.kind == "word":
        found = "boolean" if isinstance(kind.default, bool) else "text"
    return [found], kind, [], refusal


def member(allowed):
    if allowed == ["text"]:
        return "const char *"
    return {"integer": "int64_t ", "boolean": "bool "}.get(allowed[0] if len(allowed) == 1 else "", "const cJSON *")


def refusal_name(code, case=""):
    return "REFUSE_" + name(code + ("-" + case if case else ""))


def field_row(definition, entry, default, stored):
    allowed, kind, words, refusal = kinds(definition, entry.type)
    mask = " | ".join("REQUEST_" + name(one) for one in allowed)
    low, high = (kind.low, kind.high) if kind.kind == "plain" else (None, None)
    place = f"offsetof(struct request, {entry.name})" if stored else "REQUEST_NOT_STORED"
    limits = f"{low or 0}, {high if high is not None else 'INT64_MAX'}"
    return (
        f"{{{quoted(entry.name)}, {place}, {mask}, {'false' if entry.optional else 'true'}, "
        f"{limits}, {quoted(' '.join(words)) if words else 'NULL'}, {refusal_name(refusal or default[0], '' if refusal else default[1])}}},"
    )


def requests(definition):
    members, rows, verbs = {}, [], []
    for request in definition.requests:
        included = {entry.name for one in request.fields if isinstance(one, str) for entry in definition.flat([one])}
        default = (request.refusal, "") if request.refusal else ("bad-message", "field")
        first = len(rows)
        for entry in definition.flat(request.fields):
            stored = entry.name not in included
            if stored:
                kind = member(kinds(definition, entry.type)[0])
                if members.setdefault(entry.name, kind) != kind:
                    raise SystemExit(f"{request.name}: {entry.name} has another type elsewhere")
            rows.append(field_row(definition, entry, default, stored))
        flags = [f"REQUEST_{name(flag)}" for flag in request.flags if flag != "server"] or ["0"]
        verbs.append(f"{{{quoted(request.name)}, {' | '.join(flags)}, {first}, {len(rows) - first}}},")
    fields = sorted({entry.name for request in definition.requests for entry in definition.flat(request.fields)})
    groups = {"server": [], "table": []}
    for request in definition.requests:
        group = "table" if "table" in request.flags else "server"
        groups[group].append(f"X({name(request.name)}, {name(request.name).lower()})")
    limits = {scalar.name: scalar.type.high for scalar in definition.scalars.values() if scalar.type.high}
    limits.update(definition.limits)
    return (
        HEAD
        + "#ifndef PROTOCOL_REQUESTS_H\n#define PROTOCOL_REQUESTS_H\n\n#include <cjson/cJSON.h>\n#include <stdbool.h>\n#include <stdint.h>\n\n"
        + f"enum {{ PROTOCOL_VERSION = {definition.version} }};\n\n"
        + "enum {\n" + "".join(f"    PROTOCOL_{name(one)}_MAX = {value},\n" for one, value in limits.items()) + "};\n\n"
        + "enum request_verb {\n" + "".join(f"    VERB_{name(one.name)},\n" for one in definition.requests) + "    VERBS\n};\n\n"
        + "/* A request of a client; what it does not say is NULL, 0 or false. */\nstruct request {\n"
        + "    enum request_verb verb;\n    int64_t id;        /* negative: it asks for no answer */\n    const cJSON *json; /* the whole message */\n"
        + "".join(f"    {kind}{one};\n" for one, kind in members.items()) + "};\n\n"
        + "/* The names of fields, for a client: one that is renamed or gone does not compile. */\n"
        + "".join(f"#define FIELD_{name(one)} {quoted(one)}\n" for one in fields) + "\n"
        + macro("REQUEST_VERB_NAMES", [quoted(one.name) + "," for one in definition.requests]) + "\n"
        + macro("SERVER_REQUESTS(X)", groups["server"]) + "\n" + macro("TABLE_REQUESTS(X)", groups["table"]) + "\n"
        + macro("REQUEST_ROWS", verbs) + "\n" + macro("REQUEST_FIELD_ROWS", rows) + "\n#endif\n"
    )


def refusals(definition):
    names, rows = [], []
    for refusal in definition.refusals:
        for case, french, english in refusal.texts:
            names.append(refusal_name(refusal.name, case))
            rows.append(f"{{{quoted(refusal.name)}, {refusal.status or 400}, {{{quoted(french)}, {quoted(english)}}}}},")
    return (
        HEAD + "#ifndef PROTOCOL_REFUSALS_H\n#define PROTOCOL_REFUSALS_H\n\n"
        + "enum refusal_reason {\n" + "".join(f"    {one},\n" for one in names) + "    REFUSALS\n};\n\n"
        + "/* Code, status of HTTP, sentences. */\n" + macro("REFUSAL_ROWS", rows) + "\n#endif\n"
    )


READERS = {
    "text": "struct bv_span {0}(const cJSON *json) {{ return fields_span(json, {1}); }}",
    "integer": "int64_t {0}(const cJSON *json) {{ return fields_integer(json, {1}); }}",
    "boolean": "bool {0}(const cJSON *json) {{ return fields_true(json, {1}); }}",
    "other": "const cJSON *{0}(const cJSON *json) {{ return cJSON_GetObjectItemCaseSensitive(json, {1}); }}",
}


def reader_kind(definition, kind):
    allowed = kinds(definition, kind)[0]
    return allowed[0] if allowed[0] in READERS and len(allowed) == 1 else "other"


def readers(definition, of, fields):
    """A function for each field, `occupant_level(json)`: a field that is renamed or gone does not compile."""
    found = {}
    for entry in fields:
        kind = reader_kind(definition, entry.type)
        if found.setdefault(entry.name, kind) != kind:
            raise SystemExit(f"{of}: {entry.name} has two types")
    prefix = name(of).lower()
    return "".join(
        "static inline " + READERS[kind].format(f"{prefix}_{name(field).lower()}", quoted(field)) + "\n" for field, kind in found.items()
    )


def messages(definition):
    types = [message.name for message in definition.messages]
    by_name = {message.name: message for message in definition.messages}
    of_tables = [by_name["table"]] + [message for message in definition.messages if "event" in message.flags]
    about_tables = [entry for message in of_tables for entry in definition.fields_of(message) + message.instead]
    joining = next(entry for entry in about_tables if entry.name == "joining").type.items[0]
    groups = [("message", about_tables), ("joining", definition.flat(joining.fields))]
    groups += [(one, definition.fields_of(by_name[one])) for one in ("hello", "done", "refused")]
    groups += [(one, definition.flat(definition.types[one].type.fields)) for one in ("Occupant", "Holder", "Clock", "GameEvent", "Person", "Text")]
    return (
        HEAD + "#ifndef PROTOCOL_MESSAGES_H\n#define PROTOCOL_MESSAGES_H\n\n#include \"util/fields.h\"\n\n"
        + "enum message_type {\n" + "".join(f"    MESSAGE_{name(one)},\n" for one in types) + "    MESSAGE_TYPES\n};\n\n"
        + macro("MESSAGE_TYPE_NAMES", [quoted(one) + "," for one in types])
        + "\n/* The fields of messages about a table (`message_`), of others, and of what they hold. A text that is missing is empty, a\n"
        + " * number 0. */\n"
        + "\n".join(readers(definition, *group) for group in groups) + "\n#endif\n"
    )


def files(definition):
    return {"requests.h": requests(definition), "refusals.h": refusals(definition), "messages.h": messages(definition)}
