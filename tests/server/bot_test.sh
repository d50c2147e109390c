#!/bin/sh
# The bot of examples/ plays whole games on a real server, alone against the computer and two against each other.
#     BIVOUAC=build/bivouac tests/server/bot_test.sh
# runs: release
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/launch.sh"
program=${BIVOUAC:-$root/build/bivouac}
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

[ "$(wc -l <"$root/examples/bot.mjs")" -le 60 ] || fail "examples/bot.mjs has more than 60 lines"
! grep -Eq '"resolved"|http' "$root/examples/package-lock.json" || fail "examples/package-lock.json names a host"

# A WebSocket: Node's own, or that of the package ws, or Node's own when asked for it.
cp "$root"/examples/bot.mjs "$root"/examples/package*.json "$folder"
flags=
if ! node -e 'process.exit(globalThis.WebSocket ? 0 : 1)' &&
    ! (cd "$folder" && npm ci --no-audit --no-fund >npm.log 2>&1); then
    flags=--experimental-websocket
    if ! node $flags -e '' 2>/dev/null; then
        echo "SKIPPED: the bot did not play. This Node has no WebSocket, and npm could not bring the package ws:" >&2
        tail -n 3 "$folder/npm.log" >&2
        exit 0
    fi
fi

"$program" serve --port 0 --data "$folder/data" >"$folder/url" &
server=$!
url=$(await_server "$folder/url" $server) || fail "the server did not open"

# $1: what the bot must say; the rest: its words
bot() {
    wanted=$1
    shift
    # shellcheck disable=SC2086
    said=$(timeout 120 node $flags "$folder/bot.mjs" "$@" 2>&1) || fail "bot.mjs $*: $said"
    echo "$said" | grep -Eq "$wanted" || fail "bot.mjs $* said '$said'"
    echo "$said"
}

for game in chars chevaliers; do
    bot '^Robot \([VS]\): [A-Z] [012/]+ [A-Z] [012/]+ [a-z]+' Robot "$url" "$game"
done

# A bot that belongs to an account plays with its token, and the table is in its own name.
token=$(node --input-type=module - "$url" <<'EOF'
const url = process.argv[2];
const send = (path, body, cookie = "") => fetch(url + path, { method: "POST", headers: { cookie }, body: JSON.stringify(body) });
const owner = await send("/api/v1/account", { name: "Owner", password: "four and twenty blackbirds" });
const cookie = owner.headers.get("set-cookie").split(";")[0];
console.log((await (await send("/api/v1/account/bots", { name: "Engine" }, cookie)).json()).token);
EOF
)
BIVOUAC_TOKEN=$token bot '^Engine \(V\): V' Engine "$url" chars
node --input-type=module - "$url" "$token" <<'EOF' || fail "the table is not the bot's"
const [url, token] = process.argv.slice(2);
const { person, tables } = await (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).json();
process.exit(person?.bot && tables.length === 1 ? 0 : 1);
EOF

opened=$(node --input-type=module - "$url" <<'EOF'
const url = process.argv[2];
const send = (path, body, cookie = "") => fetch(url + path, { method: "POST", headers: { cookie }, body: JSON.stringify(body) });
const guest = await send("/api/v1/guest", { name: "Host" });
const cookie = guest.headers.get("set-cookie").split(";")[0];
const { table, keys } = await (await send("/api/v1/tables", { game: "chars", occupants: { G: "invite" } }, cookie)).json();
console.log(`${table}/G/${keys.G}`);
EOF
)
bot '^Castor \(G\): V' Castor "$url" "table:$opened" &
castor=$!
bot '^Pollux \(V\): V' Pollux "$url" "table:${opened%%/*}"
wait $castor || fail "Castor did not finish"
echo "the bot plays"
