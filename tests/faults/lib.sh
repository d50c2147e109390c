# What the faults share; read by each of them. A PostgreSQL of one's own, three nodes on it, and a witness
# (bivouac-proof, docs/load.md), whose last line is `rounds N, acknowledged N, found N, lost 0, doubled 0`.
#
#   tests/faults/NAME [--rounds N] [--tables N] [--rate R] [--pause S]
#
# BIVOUAC is the program (build/bivouac), with bivouac-proof beside it. What happened lies in a folder that is thrown away, unless something was wrong.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.." || exit 1
. tests/launch.sh

name=$(basename "$0")
program=$(readlink -f "${BIVOUAC:-build/bivouac}")
rounds=5
tables=20
rate=200  # moves a second
pause=0.7 # seconds of quiet play between two faults
nodes=3
while [ $# -gt 0 ]; do
    case $1 in
    --rounds) rounds=$2 ;;
    --tables) tables=$2 ;;
    --rate) rate=$2 ;;
    --pause) pause=$2 ;;
    *) echo "usage: tests/faults/$name [--rounds N] [--tables N] [--rate R] [--pause S]" >&2; exit 2 ;;
    esac
    shift 2 || exit 2
done

place=$(mktemp -d "${TMPDIR:-/tmp}/bv-$name-XXXX")
chmod 755 "$place"
clusters=() # places of PostgreSQL
node_pid=() # by number
ports=()
load_pid=
store=
undo() { :; } # what else a fault must put right at the end; it says so itself

cleanup() {
    local status=$? pid
    trap - EXIT
    for pid in "$load_pid" "${node_pid[@]}"; do
        [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    done
    undo
    for cluster in "${clusters[@]}"; do tests/postgres/stop "$cluster"; done
    if [ "$status" = 0 ]; then rm -rf "$place"; else echo "what the nodes said: $place" >&2; fi
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP PIPE

give_up() {
    echo "$name: $*" >&2
    tail -n 5 "$place"/node*.log "$place"/witness.err >&2 2>/dev/null
    exit 1
}

# Whatever outlives a line of a script must not hold the ends of the witness's pipes.
apart() { "$@" 3>&- 4<&-; }

# ---- The database ------------------------------------------------------------------------------------------------

# start_database [SETTING=VALUE]…: sets $store.
start_database() {
    clusters+=("$place/pg")
    store=$(apart tests/postgres/start "$place/pg" "$@") || give_up "PostgreSQL does not start"
}

# ---- Nodes -----------------------------------------------------------------------------------------------------------

is_free() { ! (exec 9<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Ports that callers are never given (they get theirs from 32768 on), so that a node finds its own again.
choose_ports() {
    local port=$((20000 + $$ % 9000)) i
    for ((i = 0; i < nodes; i++)); do
        while ! is_free "$port"; do port=$((port + 1)); done
        ports[i]=$port
        port=$((port + 1))
    done
}

node_host() { echo 127.0.0.1; } # of a node's number
node_store() { echo "$store"; } # as the node sees it
node_under() { shift; exec "$@"; } # becomes the node; a fault may put something in between

# start_node NUMBER [PROGRAM]: the node is starting; await_node waits until it is open.
start_node() {
    local i=$1 host
    host=$(node_host "$i")
    : >"$place/node$i.out"
    (
        exec 3>&- 4<&- >"$place/node$i.out" 2>>"$place/node$i.log" </dev/null
        node_under "$i" "${2:-$program}" serve --listen "$host" --port "${ports[i]}" --store "$(node_store "$i")" \
            --data "$place/node$i" --threads 1 --config-set log-level=warning --config-set local-limit-factor=1000000 \
            --config-set connections-per-address=100000 --config-set messages-per-second=0 --config-set requests-per-second=0 \
            --config-set changes-per-hour=0 --config-set tables-per-hour=0 --config-set guests-per-hour=0 \
            --config-set chats-per-minute=0 --config-set unfinished-tables-per-player=900
    ) &
    node_pid[i]=$!
    disown
}

await_node() {
    await_server "$place/node$1.out" "${node_pid[$1]}" >/dev/null || give_up "node $1 was not open within half a minute"
}

start_nodes() {
    local i
    choose_ports
    for ((i = 0; i < nodes; i++)); do start_node "$i"; done
    for ((i = 0; i < nodes; i++)); do await_node "$i"; done
}

# end_node NUMBER SIGNAL: and waits until it is gone.
end_node() {
    kill "-$2" "${node_pid[$1]}"
    while kill -0 "${node_pid[$1]}" 2>/dev/null; do sleep 0.01; done
}

urls() {
    local i list=
    for ((i = 0; i < nodes; i++)); do list+=${list:+,}http://$(node_host "$i"):${ports[i]}; done
    echo "$list"
}

any_node() { echo $((RANDOM % nodes)); }

# ---- The witness --------------------------------------------------------------------------------------------------------

# hear WORD…: waits until it says one of them; the line is $heard.
hear() {
    local word
    while IFS= read -r -t 60 -u 4 heard; do
        for word; do case $heard in "$word"*) return ;; esac; done
        echo "$heard"
    done
    give_up "the witness does not say '$1'"
}

start_witness() {
    mkfifo "$place/orders" "$place/answers"
    "$program-proof" witness --tables "$tables" --rate "$rate" --url "$(urls)" --store "$store" --anywhere \
        <"$place/orders" >"$place/answers" 2>"$place/witness.err" &
    load_pid=$!
    exec 3>"$place/orders" 4<"$place/answers"
    hear seated
}

# The fault is over: everybody must come back; else there is no need to go on.
over() {
    echo over >&3
    hear back missing
    case $heard in missing*)
        end_witness
        exit 1
        ;;
    esac
}

between_rounds() { sleep "$pause"; }

# Proves, prints, and is the status of the script.
end_witness() {
    local status
    echo end >&3
    exec 3>&-
    cat <&4
    wait "$load_pid"
    status=$?
    load_pid=
    cat "$place/witness.err" >&2
    return "$status"
}

begin() {
    start_database "$@"
    start_nodes
    start_witness
    between_rounds
}

# rounds_of FUNCTION: so many, each followed by a while of quiet play.
rounds_of() {
    local round
    for ((round = 1; round <= rounds; round++)); do
        "$1" "$round"
        between_rounds
    done
    end_witness
}
