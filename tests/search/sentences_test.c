/*
 * The sentences of each game, in positions from games: each where it must appear, and where it must not, which is another
 * choice in the same position and every other position of the game here.
 */
#include <string.h>

#include "asking.h"

struct sentence {
    const char *position;
    const char *line;  /* for which it is said */
    const char *said;  /* the whole of it */
    const char *part;  /* that no other sentence has */
    const char *other; /* a choice for which it is not said; NULL: for every one there is */
};

static void expect_sentences(const char *game, const struct sentence *sentence, size_t count)
{
    struct session *s = session(game, "");
    for (size_t i = 0; i < count; i++) {
        at(s, sentence[i].position);
        assert_non_null(strstr(sentence[i].said, sentence[i].part));
        expect_reason(s, sentence[i].line, sentence[i].said);
        if (sentence[i].other) expect_reason_without(s, sentence[i].other, sentence[i].part);
        for (size_t j = 0; j < count; j++)
            if (j != i) expect_reason_without(s, sentence[i].line, sentence[j].part);
    }
    session_end(s);
}

static void of_belligerants(void **state)
{
    static const struct sentence sentences[] = {
        {"bdgpe......../asxc........./sho........../mt.........../s............/............./"
         "............./............./............./............./............A/...........OM/"
         "..........XHP/.........CGSB/........TDSSE J price wait=10/0",
         "A=100", "An indemnity of 100 is about the margin to be expected.", "about the margin",
         NULL},
        {"bdgpe......../asxc........./sho........../mt.........../s............/............./"
         "............./............./............./............./............A/...........OM/"
         "..........XHP/.........CGSB/........TDSSE J answer wait=10/0 price=100",
         "A-", "The indemnity of 100 costs more than what is likely to follow.", "costs more than",
         "A+"},
        {"bdgpe......../asxc........./sho........../mt.........../s............/............./"
         "............./............./............./............./............A/...........OM/"
         "..........XHP/.........CGSB/........TDSSE J answer wait=10/0 price=100",
         "A+", "Paying the indemnity of 100 costs less than what is likely to follow.",
         "Paying the indemnity", "A-"},
        {"bdgpe......../asxc........./sho........../mt.........../s............/............./"
         "............./............./.......C...../............./............A/...........OM/"
         "..........XHP/..........GSB/........TDSSE J move die=3 moves=1 quiet=1 wait=10/0",
         "i1-f4", "It leaves the camp: Tank. 13 pawns stay there.", "It leaves the camp",
         "h7-i7-i9"},
        {"bdgpe......../asxc........./sho........../mt.........../s............/............./"
         "............./............./.......C...../............./............A/.....T.....OM/"
         "..........XHP/..........GSB/.........DSSE R ask moves=2 quiet=2 wait=10/0",
         "roll", "Nothing obliges you to negotiate: the count is 0 to 0.", "Nothing obliges", "A?"},
        {"............./....p......../......x....../...s........./H.s........../..t......e.../"
         "............./............./..o..m..h.d'../....gd......./.........a.../"
         "............./............./............./....E........ R move die=2 moves=80 "
         "quiet=3 J=Tb R=BAMCOXGS wait=0/7",
         "k7-m5", "It enters the enemy camp: Anti-aircraft gun on m5, which will count twice.",
         "enters the enemy camp", "k7-l7-m6"},
        {"............./....p......../......x....../...s........./H.s........../..t......e.../"
         "............./............./..o..m..h..../....gd......./.........a..d'/"
         "............./............./............./....E........ J ask moves=81 J=Tb "
         "R=BAMCOXGS wait=0/7",
         "A?", "The game is going badly: better to negotiate, at a count of 1700 to 4500.",
         "going badly", "roll"},
        {"............./............./....d......../......c....../............./...H....b..../"
         "........m..d'./............./......h....te/......o....../............./"
         "........G..../............a/............./.........T..B R move die=1 moves=76 "
         "quiet=1 J=xpg R=EACOX wait=2/0",
         "l7-l6", "It takes shelter: Tank on l6 cannot be taken there.", "takes shelter", "l9-l8"},
        {"bd.pe......../asx........../s.o.gh......./.t.........../............./.s.........../"
         "......C.A..../....m......../.....G......./............./............./.....T.S...OM/"
         ".......S...HP/...........SB/.........D..E R move die=5 moves=15 quiet=2 R=X wait=5/6",
         "e13-e9-f9", "It brings to safety: Machine-gun on e8.", "brings to safety", "e15-j10"},
        {"bdgpe......../asx........../s.o..h......./.t.........../............./.s.........../"
         "......C....../....m......../.....G......./............./............A/.....T.S...OM/"
         ".......S..XHP/...........SB/.........D..E J move die=D moves=11 quiet=6 wait=6/8",
         "k3-f8", "It threatens a capture: Machine-gun on e8 (3 chances in 6).",
         "threatens a capture", "m2-k2"},
        {"b............/............./.....e......./............./............D/.........x.../"
         "............./........m..../......E....../...d.......O./.........M.h./........H..../"
         "............./............./..........S.. R move die=D moves=51 quiet=1 J=ac "
         "R=BACXS wait=3/6",
         "f13-i10", "It gets moving again: Staff on i10.", "gets moving again", "f13-d11-g11"},
        {"bd.pe......../as.........../s.o..h......./.t.........../............./.s.........../"
         ".....gCx...../....m......../.....G......./....SA......./............./.....T.....OM/"
         ".......S...HP/...........SB/.........D..E R move die=D moves=19 quiet=6 R=X wait=3/4",
         "h9xf7", "It captures a piece: Sentinel on f7.", "captures a piece", "e15-d14"},
        {"btmg........./.d.........../ehp........../xs..a......../............./....o......../"
         "............./............./............./............./.........D..O/...........XP/"
         "..........GME/.........C.S./.........TSHA R move die=3 moves=9 quiet=1 J=c R=B "
         "wait=0/8",
         "b13-e10@d14", "The Ambulance brings back to the camp: Officer on d14.",
         "Ambulance brings back", "b15-d13-d14"},
        {"............./............./............./............./............./............./"
         "............./............./............./............./............./............./"
         "............./............./............. J setup",
         "EM=i1", "At the edge of the camp, to leave soon: Staff on i1.", "At the edge of the camp",
         "EM=k1"},
        {"............./............./............./............./............./............./"
         "............./............./............./............./............./............./"
         "............./............./............. J setup",
         "EM=m1", "3 squares from the edge, safe at first: Staff on m1.", "squares from the edge",
         "EM=j2"},
    };
    (void)state;
    expect_sentences("belligerants", sentences, BV_COUNT(sentences));
}

static void of_kriegspiel(void **state)
{
    static const struct sentence sentences[] = {
        {"2r^2r^...4c^...4c^...2r^2r^/...5s^5s^5s^5s^5s^5s^.../.........................../"
         "......................../.........................../......................../"
         ".........................../......................../.........................../"
         "...5S^5S^5S^5S^5S^5S^.../2R^2R^...4C^...4C^...2R^2R^ A move",
         "b10^SE", "This facing prepares the advance: soldiers on b10.", "facing prepares", "."},
        {"2r^2r^...4c^...4c^...2r^2r^/...5s35s^5s^5s^5s^5s^.../.........................../"
         "......................../.........................../......................../"
         ".........................../......................../.........................../"
         "...5S^5S^5S^5S^5S^5S^.../2R^2R^...4C^...4C^...2R^2R^ A move",
         "b10-c9", "It comes nearer to the enemy: soldiers on c9.", "comes nearer", "f10^SE"},
        {"2r6............4c^......2r^/......5s3......5s3....../2r1...5s34c15s35s35s1...2r3/"
         "......................../.........................../......................../"
         ".........................../......................../.........................../"
         "...5S95S^5S^5S^5S^5S^.../2R^2R^...4C^...4C^...2R^2R^ F move quiet=1",
         "b2-c3", "It brings under threat of fire: soldiers on f9.", "under threat of fire",
         "f2^NE"},
        {"2r6............4c^......2r^/......5s3......5s3....../2r1...5s34c15s35s35s1...2r3/"
         "......................../.........................../......................../"
         ".........................../......................../...2R95S9...5S9...5S7....../"
         "...2R95S^4C75S^4C95S92R7/.....................2R9... F move points=0,1,0 "
         "moved=d2:2,f2:1 quiet=1",
         ".", "To move on would expose plates and gain nothing.", "expose plates", "e2^NE"},
        {"2r6............4c^......2r^/......5s3......5s3....../2r1...5s34c15s35s35s1...2r3/"
         "......................../.........................../......................../"
         ".........................../......................../...2R95S9...5S9...5S7....../"
         "...2R95S^4C75S^4C95S92R7/.....................2R9... A move quiet=2",
         "e9-e8", "It takes out of the enemy's reach: soldiers on f9.", "out of the enemy's reach",
         "c9-c8"},
        {"2r7......................../......5s3...4c45s3....../......5s32c3...5s35s1...2r3/"
         "2r6.........5s1........./............5S7......2r3.../......................../"
         ".........................../2R42R9................../......5S94C75S9............/"
         "......5S9...5S^4C95S92R7/.....................2R9... A move points=0,0,3",
         "c10=d9:2", "This transfer reinforces: cannon on d9, now 4.", "transfer reinforces", "."},
        {"2r7......................../......3s3......5s3....../......5s34c14c15s35s1...2r3/"
         "2r6.........5s1........./............4S7......2r3.../......................../"
         ".........................../2R42R9................../......5S94C75S9............/"
         "......5S9...5S^4C95S92R7/.....................2R9... F move",
         "e7>", "It allows a shot at: soldiers on e8.", "allows a shot", "e2^NE"},
        {"2r7......................../......3s3......5s3....../......5s34c14c15s35s1...2r3/"
         "2r6.........5s1........./...............4S9...2r3.../..................2R9.../"
         ".........................../2R42R94C7.............../......5S9...5S9............/"
         "......5S9...5S^4C95S9.../.....................2R9... F move points=0,0,0 "
         "moved=f2:2,c4:1",
         ".", "All is in place: 2 targets in the line of fire.", "All is in place", "e2^NE"},
        {"2r9......................../......3s1.........5s9.../...............2s1........./"
         "............4c35s3...2r1/.........5s6...3S7...2r4.../......0c32s1......2R9.../"
         "......2r35S74C7......2R7.../2R72R93C9.............../...............5S9........./"
         "......5S6.........5S9.../........................... A move points=0,5,3",
         "h7-g7", "It leaves the line of fire: cavalry on h7.", "leaves the line of fire", "."},
        {"2r7......................../......5s3...4c45s3....../2r1...5s34c3...5s35s1...2r3/"
         "...............5s32r1.../............5S7............/......................../"
         ".........................../2R42R9................../......5S94C75S9............/"
         "......5S9...5S^4C95S92R7/.....................2R9... F fire quiet=3",
         "e7*d9", "This shot tells 5 times in 6: cannon on d9.", "This shot tells", "."},
    };
    (void)state;
    expect_sentences("kriegspiel", sentences, BV_COUNT(sentences));
}

static void of_chars(void **state)
{
    static const struct sentence sentences[] = {
        {"........../.........A/.....B..../........C./........../.........B/..A......./"
         "........C./........../.......... V setup",
         "1=6", "Tank of rank 1: its file is open before it.", "file is open", "1=1"},
        {"G4.G2oG1G5oG6.G3/.........A/.....B..../o.....o.C./........../oo.o.....B/..A......o/"
         "........Co/........../..V3.V1.V2V6V5V4 V setup mines=32",
         "M=48", "This mine protects an installation, 1 square away.", "mine protects", NULL},
        {"G4oG2oG1G5oG6.G3/.........A/.....B..../o.....o.C./........../oo.o.....B/..A......o/"
         "........Co/........../..V3.V1.V2V6V5V4 V move blanks=2 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100",
         "3-13", "It gains ground: tank on 13.", "gains ground", "2-12"},
        {"G4oG2oG1G5oG6.G3/.........A/.....B..../o.....o.C./........../oo.o.....B/..A......o/"
         "........Co/.......V6../..V3.V1.V2.V5V4 V move blanks=2 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100 points=5 forward=1 began=1,2,3,4,6,8 moved=13 "
         "tank=13 stood=3,13",
         "13-23", "It comes nearer to an enemy installation: 5 squares to go.",
         "nearer to an enemy installation", "4-14"},
        {"G4oG2oG1.o.G3./.....G5.G6.A/.....B..../o.....o.C./........../oo.o.....B/..A....V6.o/"
         "........Co/......V2.V5V4/..V3.V1..... G move blanks=1 quiet=1 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100 points=3 forward=1 began=91,93,95,96,98,100 "
         "moved=83,85,92 tank=83 stood=83,93",
         "83-73", "It brings within reach of an attack: tank on 33.", "within reach of an attack",
         NULL},
        {"G4oG2o.G1o.G3./.....G5...A/.....B..../o.....oG6C./........../oo.o.....B/..A....V6.o/"
         "........Co/......V2.V5V4/..V3.V1..... V plot quiet=2 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100",
         "!13", "3 enemy tanks may stop on 13.", "may stop on", "."},
        {"G4oG2o.G1o.G3./.....G5...A/.....B..../o.....oG6C./........../oo.o.....B/..A....V6.o/"
         "........Co/......V2.V5V4/..V3.V1..... V plot quiet=2 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100 red=13,16,24,36,53",
         ".", "No other square deserves a shot; in reserve: 5 white shots.", "No other square",
         "?5"},
        {".o.o..o.../.G4..G2....A/.....B..G3./o.....oG6C./.....V6..../oo.o.....B/..A......o/"
         "..V3.V1..V5Co/...V2.....V4/.......... V move spent=4,5 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100 red=24,25,92 points=5 forward=1 "
         "began=11,17,23,26,28,45 moved=55 tank=55 stood=45,55",
         "55-65", "It threatens an installation: fuel depot on 62.", "threatens an installation",
         "17-27"},
        {".o.o..o.../....G4G2...A/....V6B..G3./o.....o.C./........G6./oo.o.V1...B/..A......o/"
         "..V3....V5Co/...V2.....V4/.......... V move quiet=2 spent=5,5 mines=32,48,54,63 "
         "swept=1,2,3,4,6,8,91,93,95,96,98,100 red=68 points=5 forward=1 "
         "began=11,17,23,28,45,66 moved=76 tank=76 stood=66,76",
         "76-75", "This tank attacks an installation: ammunition depot on 75.",
         "attacks an installation", "17-27"},
        {".o.o..o.../.........A/....G4...../o.....o.C./.....V1..../oo.o....G3B/..A......o/"
         "V3........./V2.......G6!+./.......... G move spent=5,5 fallen=46,2 "
         "mines=32,48,54,63 swept=1,2,3,4,6,8,21,22,66,75,85,91,93,95,96,98,100 "
         "red=22,23,45,56,59,65",
         "42-32", "It takes out of the enemy's reach: tank on 42.", "out of the enemy's reach",
         "12-1"},
        {"....ooo..o/.........B/.G3......../A..V2....../........../ooo.....o./....B...../"
         "..C......./........G6!./.......... G move quiet=1 spent=5,5 fallen=36,45 "
         "mines=76,82 swept=57,65,75,77,92,93,97,98,99,100 red=1,35,59 points=2 began=13,80 "
         "moved=12,79 tank=12 stood=12,13",
         "12-2", "It reaches the enemy's back rank, for a command tank.", "back rank", "12-11"},
        {"........../.oG1oo....A/.o....V5.../..C......./B.......G2./....V2.V6Aoo/"
         "G5o...G6..V3./.........B/..V1o.C..../.......... G fight loud=1 spent=5,5 "
         "mines=8,11,66,72 swept=1,2,3,4,9,10,30,84,92,93,94,97,99,100",
         "40x39", "The anti-tank gun on 39 falls 5 times in 6.", "falls 5 times", NULL},
        {"o....o.G2.o/...o...A../.........C/.G6B......./...G5..V1.o./.ooG1....../.o.....oBo/"
         "...V2G4!...../...A.V4..../.......... G fight spent=5,4 fallen=3,- mines=18,36,62,80 "
         "swept=1,2,4,6,7,8,46,92,93,94,97,98,99",
         "26x27", "This tank beats 2 of the 5 ranks that the enemy has not announced.",
         "ranks that the enemy", "47x48"},
        {".......o../.oG2AooG5.../..o......./....V6c...../.........B/...ooo.B../...V2C..V1../"
         "..V4!..o..../...V5....AV3/.......... V move spent=5,4 fallen=-,3 mines=13,21,70,88 "
         "swept=1,2,4,5,6,7,29,39,49,50,92,96,97,98,99,100 red=34,38,49 white=92 points=1 "
         "forward=1 began=11,16,28,35,37,55 moved=17,33,66 tank=33 stood=33,34,35",
         "33-32", "It averts the threat to: ammunition depot on 43.", "averts the threat", NULL},
        {"........../........../........../........../........../........../........../"
         "........../........../.......... V setup",
         "A=45", "1 rank from the river: headquarters on 45.", "from the river", NULL},
        {"........../.........A/.....B..../........C./........../.........B/..A......./"
         "........C./........../.......... V setup",
         "1=1", "Tank of rank 1: it will leave sideways, its file is occupied.", "leave sideways",
         "1=4"},
        {"G4.G2.G1G5.G6.G3/.........A/.....B..../......o.C./........../.........B/..A......./"
         "........Co/........../..V3.V1.V2V6V5V4 V setup",
         "G=31", "This anti-tank gun covers an installation, 1 square away.", "gun covers", NULL},
    };
    (void)state;
    expect_sentences("chars", sentences, BV_COUNT(sentences));
}

static void of_paris(void **state)
{
    static const struct sentence sentences[] = {
        {".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/............/...##o###.../"
         "...#o##o#.../...######.../...o####o.../...#o##o#.../...##o###.../............/"
         "............/.S.S.S.S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G GB phase=general",
         "G=N", "He guards the gate N from the start.", "guards the gate", "G=NW"},
        {".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/............/...##o###.../"
         "...#o##o#.../...######.../...o####o.../...#o##o#.../...##o###.../............/"
         "............/.S.S.S.S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G GB phase=general",
         "G=NW", "He stays within, free to go where the enemy enters.", "stays within", "G=N"},
        {".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/.......@..../...##o###.../"
         "...#+##+#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S...S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G GN since=2",
         "NE-N", "It guards a gate: garrison Soldier on N.", "guards a gate", "S-h5"},
        {".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/............/...##@###.../"
         "...#+##+#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "............/.S.S.S.S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G GB",
         "N-h12", "It comes nearer to an unprotected besieger: garrison General on h12.",
         "nearer to an unprotected", NULL},
        {".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/.......@..../...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S...S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G N quiet=1 since=3",
         "d16-d15", "It closes ranks: 6 unprotected besiegers near the garrison, instead of 7.",
         "closes ranks", "h14-i13"},
        {".g...l.l.k.c/s.sks.s.s.s./.s.s.s.s.s.s/............/.......@..../...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S...S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G GB moves=4 since=4",
         "h12-g13", "It threatens a capture: black Soldier on f14.", "threatens a capture",
         "N-f12"},
        {".g...l.l.k.c/s.sks.s.s.s./.s.s.s.s.s.s/......@...../............/...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S.S.S.S.S/S.S...S.S.S./.C.K.L.L.K.G B phase=summons moves=5 since=6",
         "!f14", "The summons drags out of its place: garrison General on g13.",
         "The summons drags", "."},
        {".g...l.l.k.c/s.sks.s.s.s./.s.s.@.s.s.s/............/............/...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S.S.S.S.S/S.S...S.S.S./.C.K.L.L.K.G N moves=7",
         "h14-g13", "It advances towards the exits: black Soldier on g13.", "advances towards",
         "j16-j15"},
        {".g...@.lk..c/s.sks...s.s./.s.s.....s.s/......s...../............/...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S.S.S.S.S/S.SK..S.S.S./.C...L.L.K.G GB moves=12 quiet=1 since=1",
         "f16-f15", "It gives the garrison room: 13 moves instead of 10.", "the garrison room",
         "N-f12"},
        {".g..@..lk..c/s.sks...s.s./.s.s.....s.s/......s...../............/...##+###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S.S.S.S.S/S.SK..S.SKS./.C...L.L...G N moves=15 quiet=1 since=1",
         "g13-f12", "It occupies an exit: black Soldier on f12.", "occupies an exit", "b16-d16"},
        {".g.....lk..c/s.sks@..s.s./.s.s.....s.s/............/.....+....../...##o###.../"
         "...#+##o#.../...######.../...%####+.../...#+##+#.../...##+###.../............/"
         "....S......./.S.S.S.S.S.S/S.SK..S.SKS./.C...L.LG... N moves=19 quiet=2 since=2",
         "b16-e16", "It cuts the garrison's moves to 12 (13 before).", "cuts the garrison",
         "h16-f14"},
        {"......glk..c/s.sks@..s.s./.s.s.....s.s/............/.....+....../...##+###.../"
         "...#o##o#.../...######.../...%####+.../...#+##+#.../...##o###.../............/"
         "....+......./.S.S.S.S.S.S/S.SK..S.SKS./.C...L.L..G. B moves=25",
         "f3-g4", "It brings to safety: white Soldier on f3.", "brings to safety", "b3-a4"},
        {".......lk..c/s.sks@....s./...s...sgs.s/s.........../.....+....../...##+###.../"
         "...#o##o#.../...######.../...%####+.../...#o##+#.../...##+###.../............/"
         "........+.../.S.S.S...S.S/S.SK....SKS./.C...L.L..G. GB moves=36",
         "i4-h5", "It bars an exit to the besiegers: garrison Soldier on h5.", "bars an exit",
         "i4-j5"},
        {"........k.../s.sks...l.s./...s.@...s.c/s........g../.....+.+...s/...##o###.../"
         "...#o##o#.../...######.../...%####+.../...#o##+#.../...##o###.../.S...+.L.+../"
         "............/.S.S.S...S../S..K....SKS./.C.....L...G GN moves=70",
         "SE-S", "It closes the entry S, which was threatened by: white Lieutenant on h5.",
         "closes the entry", "f5-e4"},
        {"........k.../...ks......./.@.s.....s../......+.sg../.....+...c../...##+###.../"
         "...#o##o#..s/...######.../...o####o.../...#o##o#.../S..##%###.../....C+.+G.../"
         "S...S.L.S.+./.........S../S..K.....KS./............ B phase=summons moves=133",
         "!g4", "The summons obliges the garrison to capture on g4.", "obliges the garrison", "."},
        {"............/...k.....k../@..s.....s../........s.../.....+.+g.../...##+###.../"
         "...#o##o#.../...######.../...o####o.../...#o##%#.../S.S##o###..s/.S..CSG+...+/"
         "............/.+.......S../...K.....KS./............ B moves=173 quiet=1 since=1",
         "f5-S", "It brings a Soldier in: 1 inside the fortress.", "a Soldier in", "c6-b7"},
        {"............/..sk......../...l...+..../....s...sck./....g+.%..../...##+###.../"
         "...#+##o#.../...######.../...+####o.../...#S##o#.../...##o###.S./.....G.+..../"
         "..SKS......./...C.....S.S/@........K../..........l. B moves=289",
         "f5-S", "It brings an officer in: 1 inside the fortress.", "an officer in", "k6-j7"},
        {"............/............/............/..+........./.......%..../...##o###.../"
         "...#s##o#.../...######.@./...+####S..c/...#o##o#.../+..##+###.../.....+.+..../"
         "............/............/...........s/..s.......s. B phase=summons moves=297 "
         "quiet=7 since=7",
         ".", "No summons is worth the piece that it would offer to the garrison.",
         "No summons is worth", "!l8"},
        {"............/............/@...k......k/....s......./.....+.g.+../...##s###+../"
         "...#o##o#.../...######.../...o####+..s/...#S##o#.../...##o###.../.....%.+.S../"
         "........SK../............/+.........../..........s. N moves=303 quiet=11 since=303",
         "N-NW", "It threatens to enter the fortress: black General, by N.", "threatens to enter",
         "l14-k14"},
    };
    (void)state;
    expect_sentences("paris", sentences, BV_COUNT(sentences));
}

static void of_chevaliers(void **state)
{
    static const struct sentence sentences[] = {
        {"......./..mkm../kmmmmmk/kmmmmmk/..~.~../......./......./......./......./..~.~../"
         "KMMMMMK/KMMMMMK/..MKM../....... S 0",
         "c4-d5", "It opens the way for the Knights: 7 squares in reach of a canter, instead of 6.",
         "opens the way", "g3~g5"},
        {"......./..mkm../kmmmmmk/km..mmk/.m~m~../......./......./......./......./..~M~M./"
         "KM.MM.K/KMMMMMK/..MKM../....... S 0",
         "d5-c6", "It gains ground: Man-at-Arms on c6.", "gains ground", "g3-f2"},
        {"....k../..m.m../kmmm.mk/km.mm.k/..~m~.m/.m...../......./......./..M...M/M.~.~M./"
         "K.MMM.K/KM..MMK/..MKM../....... S 1",
         "e3-f4", "It closes the ranks: 10 pieces out of danger, instead of 9.", "closes the ranks",
         "d2-c3"},
        {"....k../..m.m../kmm..mk/k.mmm.k/.m~m~.m/.m...../......./......./..M...M/MM~.~M./"
         "K..MMMK/KM...MK/..MKM../....... S 0",
         "a3-b2", "It brings a defender nearer to the castle: Knight on b2.", "brings a defender",
         "d2-c3"},
        {"k....../km.k..k/m.....k/.mmmm../.m~.~.m/...m.../....M.m/......./.MM...M/..~M~MM/"
         "...M..K/.KM.K.K/..KM.../....... O 0",
         "a13~c9", "It brings a Knight forward: c9.", "a Knight forward", "g12-f13"},
        {"k....../.m.k..k/m.....k/.mmmm../.m~.~.m/..km.../....M.m/......./.MM...M/..~M~MM/"
         "...M..K/.KM.K.K/..KM.../....... S 1",
         "e8-d8", "It hinders enemy charges: 0 starts instead of 1.", "hinders enemy charges",
         "c2~e6"},
        {"k...k../....kk./.m.mm.m/...k.m./..~.~../M.m...m/M....../K....../MM.KM.M/..~.~../"
         "......K/K.MK.../M....../....... S 1",
         "d3-e2", "It guards the castle: Knight on e2.", "guards the castle", "a3-b4"},
        {"......./....k../......./.k..K../..~.~../......./.m....k/...K.../....K../.M~.~../"
         "......./....M../M....../....... S 1",
         "e11-f12", "It closes in on the enemy castle: 1 piece within two squares.", "closes in on",
         "e11-f10"},
    };
    (void)state;
    expect_sentences("chevaliers", sentences, BV_COUNT(sentences));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_belligerants), cmocka_unit_test(of_kriegspiel),
        cmocka_unit_test(of_chars),        cmocka_unit_test(of_paris),
        cmocka_unit_test(of_chevaliers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
