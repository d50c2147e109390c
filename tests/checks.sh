# The functions of ./test, which sources this file. Checks are in two queues and run in parallel: those that compute and those that
# mostly wait, for clocks, networks and browsers, so that the processors are never idle.
#
#   check computes|waits NAME COMMAND…    one check, or as many as the tests of cmocka and Node that the command runs
#   carry_out                             runs the queued checks, and prints the result of each
#   conclude                              prints the slowest, the failures again, and `N passed, N failed`
#
# A check that waits and fails is run once more, alone, since a busy machine may have kept it waiting too long. If it then passes it
# counts as passed, and `conclude` names it as unsteady: a fault of the test or of the program that is still to be found.
#
# $limit: the seconds that a check may take.
# $wanted: words, one of which the name of a check must contain; all checks if there are none.

passed=0
failed=0
failures=()
unsteady=()
names=()
commands=()
kinds=()
declare -A queues=([computes]= [waits]=)
limit=900 # seconds a check may take
work=$(mktemp -d /tmp/bivouac-test-XXXXXX)
chmod 755 "$work" # PostgreSQL runs as its own user
undo() { :; }     # further clean-up

# Ends the process groups of all checks that are still running.
leave() {
    local group
    trap - EXIT
    for group in $(cat "$work"/worker-* 2>/dev/null); do kill -TERM -- "-$group" 2>/dev/null; done
    undo
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

is_wanted() {
    local word
    [ ${#wanted[@]} != 0 ] || return 0
    for word in "${wanted[@]}"; do [[ $1 != *"$word"* ]] || return 0; done
    return 1
}

check() {
    local queue=$1 name=$2
    shift 2
    is_wanted "$name" || return 0
    queues[$queue]+=" ${#names[@]}"
    names+=("$name")
    kinds+=("$queue")
    commands+=("$(printf '%q ' "$@")")
}

# Runs a check in a process group of its own. One that takes longer than $limit seconds is ended, so that a check that hangs fails with
# its log instead of stopping all the others.
begin() {
    local log=$work/$1/log group watchdog status
    set -m
    (eval "${commands[$1]}") >"$log" 2>&1 </dev/null &
    group=$!
    echo "$group" >"$work/worker-of-$1"
    {
        sleep "$limit"
        echo "not ok - ended: it took longer than $limit seconds" >>"$log"
        kill -TERM -- "-$group"
        sleep 10
        kill -KILL -- "-$group"
    } >/dev/null 2>&1 &
    watchdog=$!
    wait "$group"
    status=$?
    kill -- "-$watchdog" && wait "$watchdog"
    rm "$work/worker-of-$1"
    return $status
} 2>/dev/null

# worker NUMBER…: runs the checks that no other worker has begun, and prints their numbers.
worker() {
    local i TIMEFORMAT='%R %U %S'
    for i; do
        mkdir "$work/$i" 2>/dev/null || continue
        { time begin "$i"; } 2>"$work/$i/time"
        echo $? >"$work/$i/status"
        echo "$i"
    done
}

# One worker, at low priority, begins with the checks that compute; two begin with those that wait. Idle workers take from the other queue.
workers() {
    set -m # a process group for each
    # shellcheck disable=SC2086 # numbers
    { renice -n 19 -p "$BASHPID" >/dev/null && worker ${queues[computes]} ${queues[waits]}; } &
    echo $! >"$work/worker-1"
    # shellcheck disable=SC2086
    worker ${queues[waits]} ${queues[computes]} &
    echo $! >"$work/worker-2"
    # shellcheck disable=SC2086
    worker ${queues[waits]} ${queues[computes]} &
    echo $! >"$work/worker-3"
    wait
}

carry_out() {
    local i failed_first=()
    while read -r i; do result "$i"; done < <(workers)
    for i in ${queues[computes]} ${queues[waits]}; do
        [ -f "$work/$i/told" ] || result "$i" # its worker was killed
    done
    queues=([computes]= [waits]=)
    for i in "${failed_first[@]}"; do
        rm -r "${work:?}/$i"
        worker "$i" >/dev/null
        tell "$i" && unsteady+=("${names[i]}")
    done
}

# The result of a check: told, or put off until it has run once more.
result() {
    if [ "${kinds[$1]}" = waits ] && [ "$(cat "$work/$1/status" 2>/dev/null)" != 0 ]; then
        printf '%-52s failed, and is run again alone\n' "${names[$1]}"
        explain "$work/$1/log"
        touch "$work/$1/told"
        failed_first+=("$1")
    else
        tell "$1"
    fi
}

# The sum of the numbers after this text in a file.
sum() { grep -oE "$1 [0-9]+" "$2" | awk '{n += $NF} END {print n + 0}'; }

tell() {
    local i=$1 log=$work/$1/log status good bad real user system
    touch "$log" "$work/$i/told"
    status=$(cat "$work/$i/status" 2>/dev/null || echo 1)
    read -r real user system <<<"$(tail -n 1 "$work/$i/time" 2>/dev/null)"
    # Tests of cmocka and of Node.
    good=$(($(sum '^ *([0-9]+: )?\[  PASSED  \]' "$log") + $(sum '^# pass' "$log")))
    bad=$(($(sum '^ *([0-9]+: )?\[  FAILED  \]' "$log") + $(sum '^# fail' "$log")))
    if [ $((good + bad)) = 0 ]; then good=1; fi
    if [ "$status" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
        [ "$good" != 1 ] || good=0
    fi
    printf '%s %s %s\n' "${real:-0}" "$(awk "BEGIN {print ${user:-0} + ${system:-0}}")" "${names[i]}" >>"$work/times"
    if [ "$bad" != 0 ]; then
        printf '%-52s FAILED after %.0f s\n' "${names[i]}" "${real:-0}"
        explain "$log"
        failures+=("$i")
    else
        printf '%-52s ok, %.0f s%s\n' "${names[i]}" "${real:-0}" \
            "$(tail -n 1 "$log" | grep -vE 'PASSED|^$|^# |Total Test' | sed 's/^/: /' | cut -c1-90)"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    [ "$bad" = 0 ]
}

explain() {
    grep -E -A 20 '^ *not ok ' "$1" | head -n 80 # Node's tests name their failures anywhere in the log
    tail -n 60 "$1"
}

conclude() {
    local i
    if [ ${#names[@]} -gt 10 ]; then
        echo
        echo "The ten slowest checks: seconds, and seconds of processor time:"
        sort -rn "$work/times" | head -n 10 | while read -r real processor name; do printf '%7.0f %7.0f  %s\n' "$real" "$processor" "$name"; done
        awk -v begun="$begun" -v now="$EPOCHSECONDS" '{p += $2} END {printf "Total %.0f s, %.0f s of processor time.\n", now - begun, p}' "$work/times"
    fi
    for i in "${failures[@]}"; do
        echo
        echo "FAILED: ${names[i]}"
        { grep -E '^ *not ok |\[  FAILED  \]|^FAILED|^WRONG' "$work/$i/log" | grep . || tail -n 12 "$work/$i/log"; } | head -n 20
    done
    for i in "${!unsteady[@]}"; do echo "UNSTEADY: ${unsteady[i]} failed at first, and passed alone"; done
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
begun=$EPOCHSECONDS
