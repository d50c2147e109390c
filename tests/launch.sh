# What shell scripts of the tests share; read by them.

# await_server FILE PID: waits until the server with this process, whose output goes to the file, is open; prints its address.
await_server() {
    tries=0
    while [ $tries -lt 1500 ]; do
        grep -oE -m 1 'https?://[^ ]+' "$1" 2>/dev/null && return
        kill -0 "$2" 2>/dev/null || return 1
        sleep 0.02
        tries=$((tries + 1))
    done
    return 1
}
