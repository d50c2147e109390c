# Completion of bivouac for fish. The program itself says what may come next.
function __bivouac_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case @files
                __fish_complete_path "$current"
            case @folders
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c bivouac -f -a '(__bivouac_complete)'
