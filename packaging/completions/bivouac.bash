# Completion of bivouac for bash. The program itself says what may come next.
_bivouac()
{
    local -a words
    local current line word
    # The line is taken apart at blanks alone: bash would cut `level:4` and `axis=both` into pieces.
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    current=
    case ${COMP_LINE:0:COMP_POINT} in
    *[[:blank:]]) ;;
    *) current=${words[-1]}; unset 'words[-1]' ;;
    esac
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        @files) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
        @folders) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current") ;;
        *)
            word=${line%%$'\t'*}
            [[ $word == "$current"* ]] || continue
            [[ $word == *= || $word == *: ]] && compopt -o nospace
            # What bash takes for a word begins after the last colon or equals sign.
            case $COMP_WORDBREAKS in *[:=]*) [[ $current == *[:=]* ]] && word=${word#"${current%"${current##*[:=]}"}"} ;; esac
            COMPREPLY+=("$word")
            ;;
        esac
    done < <("$1" complete "${words[@]:1}" "$current" 2>/dev/null)
}
complete -F _bivouac bivouac
