#include "server/accounts/passwords.h"

#include <sodium/randombytes.h>

#include "server/accounts/accounts.h"
#include "server/accounts/password_hashing.h"
#include "table/names.h"
#include "util/utf8.h"

/*
 * Password strength: the number of parts that must be guessed one after the other. A common word, a
 * run of keys or letters, a year and the account name count as one part each, and so does any other
 * character; a repeated group counts as many parts as it has characters. The password and all of
 * these are folded like names first, so that case, accents, blanks and look-alikes do not help.
 *
 *     Password2024!    ──▶  password, 2024, !                 3
 *     xk9xk9xk9        ──▶  xk9, repeated                     3
 *     k7#vXp2q         ──▶  k 7 # v x p 2 q                   8
 */
enum { THINGS_LEAST = 5 };

/* Common words of passwords, in English and in French. */
static const char *const common[] = {
    "password passwort passport passe motdepasse secret iloveyou jetaime loveyou lovely lover",
    "love letmein welcome bienvenue bonjour hello coucou admin administrator administrateur",
    "root user guest master login access default changeme temporary system server computer",
    "internet google facebook microsoft windows samsung iphone apple android linux yahoo",
    "gmail hotmail outlook youtube instagram linkedin adobe amazon netflix qwerty azerty",
    "qwertz dvorak asdf zxcvbn wxcvbn abcd test testing essai demo sample nothing whatever",
    "anything something trustno football baseball basketball hockey soccer tennis rugby",
    "cricket golf foot barcelona madrid liverpool chelsea arsenal manchester juventus",
    "marseille paris lyon saintetienne bordeaux toulouse nantes lille france london newyork",
    "america england canada quebec bretagne belgique suisse sunshine soleil sun moon lune",
    "star stars etoile sky summer winter spring autumn printemps ete hiver automne monday",
    "friday sunday lundi vendredi january february march april june july august september",
    "october november december janvier fevrier avril juin juillet aout septembre octobre",
    "novembre decembre princess princesse prince queen king reine roi angel ange angels",
    "babygirl baby bebe girl boy sweet sweety honey darling cherie amour mamour chouchou",
    "doudou dragon monkey tiger lion panther wolf loup bear eagle falcon shark horse cheval",
    "chat chaton chien lapin souris butterfly papillon dolphin turtle kitten kitty puppy",
    "chocolat chocolate cookie banana orange cherry peanut pepper butter cheese coffee",
    "vanilla candy sugar strawberry fraise pomme nutella cocacola pepsi superman batman",
    "spiderman ironman wolverine naruto pokemon pikachu mario zelda starwars startrek jedi",
    "vader matrix hunter killer ninja samurai pirate warrior soldier shadow phoenix diamond",
    "silver golden purple yellow blue green black white red bleu rouge vert noir blanc",
    "michael jennifer jordan michelle daniel robert thomas joshua andrew matthew anthony",
    "william charles george nicole jessica amanda ashley melissa sarah elizabeth jonathan",
    "christopher alexander alexandra stephanie samantha victoria catherine charlotte natalie",
    "rebecca vanessa danielle brandon justin austin nicolas julien alexandre maxime antoine",
    "guillaume sebastien vincent mathieu romain florian benjamin thibault camille marie",
    "pauline manon laura julie chloe lea emma lucas hugo louis arthur clement quentin kevin",
    "mickael david pierre francois philippe isabelle nathalie sandrine celine valerie",
    "christine sophie caroline freedom liberty liberte power money argent rich family famille",
    "friend friends ami maman papa mother father sister brother jesus christ blessed heaven",
    "faith god dieu flower flowers fleur rose lily garden forest ocean river mountain music",
    "musique guitar piano rock metal metallica nirvana slipknot eminem beatles elvis harley",
    "ferrari porsche mercedes mustang corvette yamaha honda toyota camaro peugeot renault",
    "merlin wizard magic magique gandalf frodo hobbit harrypotter potter dumbledore hogwarts",
    "snoopy garfield mickey minnie donald simpson bart homer loulou toto tata titi tutu",
    "chipie nounours caramel biscuit pepette minou toutou cocotte bivouac game games jeu jeux",
    "chess echecs kriegspiel chevaliers chars belligerants checkers",
};

/* Rows of the keyboard and the alphabet; runs go forwards or backwards. */
static const char *const rows[] = {
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "qwertzuiop",
    "yxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1a2z3e4r5t6y7u8i9o0p",
    "a1b2c3d4e5f6g7h8i9j0",
    "147258369",
    "741852963",
};

/* The least number of parts in the first characters, by how many they are. */
struct reckoning {
    struct bv_span text; /* folded */
    uint8_t least[NAME_FOLDED_SIZE];
};

static void reach(struct reckoning *reckoning, size_t end, int things)
{
    if (reckoning->least[end] > things) reckoning->least[end] = (uint8_t)things;
}

/* Signs that are written in place of letters, besides those that folding maps to them. */
static bool stands_for(char sign, char letter)
{
    switch (sign) {
    case '@':
    case '4': return letter == 'a';
    case '3': return letter == 'e';
    case '!': return letter == 'l';
    case '$':
    case '5': return letter == 's';
    case '7': return letter == 't';
    default: return sign == letter;
    }
}

static void try_word(struct reckoning *reckoning, size_t at, struct bv_span folded)
{
    enum { SHORTEST = 3 };
    struct bv_span text = reckoning->text;
    if (folded.length < SHORTEST || folded.length > text.length - at) return;
    for (size_t i = 0; i < folded.length; i++)
        if (text.text[at + i] != folded.text[i] && !stands_for(text.text[at + i], folded.text[i]))
            return;
    reach(reckoning, at + folded.length, reckoning->least[at] + 1);
}

/* Follows the text along a row as far as it goes, in steps of 1 or -1; each prefix of the run is
 * one part too. */
static void try_run(struct reckoning *reckoning, size_t at, struct bv_span row, size_t from,
                    int step)
{
    enum { SHORTEST = 3 };
    struct bv_span text = reckoning->text;
    for (size_t length = 0; at + length < text.length; length++) {
        ptrdiff_t place = (ptrdiff_t)from + step * (ptrdiff_t)length;
        if (place < 0 || place >= (ptrdiff_t)row.length ||
            text.text[at + length] != row.text[place])
            return;
        if (length + 1 >= SHORTEST) reach(reckoning, at + length + 1, reckoning->least[at] + 1);
    }
}

static void try_row(struct reckoning *reckoning, size_t at, struct bv_span row)
{
    for (size_t from = 0; from < row.length; from++) {
        try_run(reckoning, at, row, from, 1);
        try_run(reckoning, at, row, from, -1);
    }
}

static void try_repetition(struct reckoning *reckoning, size_t at, size_t group)
{
    struct bv_span text = reckoning->text;
    for (size_t end = at + group; end < text.length && text.text[end] == text.text[end - group];
         end++)
        if (end + 1 - at >= 2 * group && end + 1 - at >= 3)
            reach(reckoning, end + 1, reckoning->least[at] + (int)group);
}

static bool is_folded_digit(char c)
{
    return (c >= '2' && c <= '9') || c == 'o' || c == 'l';
}

static void try_year(struct reckoning *reckoning, size_t at)
{
    enum { DIGITS = 4 };
    const char *text = reckoning->text.text + at;
    if (at + DIGITS > reckoning->text.length) return;
    bool century = (text[0] == 'l' && text[1] == '9') || (text[0] == '2' && text[1] == 'o');
    if (century && is_folded_digit(text[2]) && is_folded_digit(text[3]))
        reach(reckoning, at + DIGITS, reckoning->least[at] + 1);
}

static void try_each(struct reckoning *reckoning, size_t at, const char *list,
                     void (*try_one)(struct reckoning *, size_t, struct bv_span))
{
    struct bv_span rest = bv_span_of(list);
    struct bv_span word = {0};
    while (bv_take_word(&rest, &word)) try_one(reckoning, at, word);
}

/* Words, each folded and followed by a blank. */
static void fold_words(const char *const *line, size_t lines, char *list, size_t size)
{
    struct bv_out out = bv_out_into(list, size);
    for (size_t i = 0; i < lines; i++) {
        struct bv_span rest = bv_span_of(line[i]);
        struct bv_span word = {0};
        while (bv_take_word(&rest, &word)) {
            char plain[NAME_FOLDED_SIZE];
            char folded[NAME_FOLDED_SIZE];
            struct bv_out copy = bv_out_into(plain, sizeof plain);
            bv_put_span(&copy, word);
            name_fold(plain, folded);
            bv_put(&out, folded);
            bv_put_char(&out, ' ');
        }
    }
    BV_ASSERT(!out.cut);
}

static int count_things(const char *password, const char *name)
{
    enum { GROUP_MAX = 4 };
    char text[NAME_FOLDED_SIZE];
    char folded_name[NAME_FOLDED_SIZE];
    char folded_words[6000];
    char folded_rows[400];
    struct reckoning reckoning;
    name_fold(password, text);
    name_fold(name, folded_name);
    fold_words(common, BV_COUNT(common), folded_words, sizeof folded_words);
    fold_words(rows, BV_COUNT(rows), folded_rows, sizeof folded_rows);
    reckoning.text = bv_span_of(text);
    for (size_t i = 0; i < BV_COUNT(reckoning.least); i++) reckoning.least[i] = UINT8_MAX;
    reckoning.least[0] = 0;
    struct bv_span rest = reckoning.text;
    while (rest.length) {
        uint32_t code = 0;
        size_t at = reckoning.text.length - rest.length;
        size_t bytes = utf8_character(rest, &code);
        reach(&reckoning, at + bytes, reckoning.least[at] + 1);
        for (size_t group = 1; group <= GROUP_MAX; group++) try_repetition(&reckoning, at, group);
        try_year(&reckoning, at);
        try_word(&reckoning, at, bv_span_of(folded_name));
        try_each(&reckoning, at, folded_words, try_word);
        try_each(&reckoning, at, folded_rows, try_row);
        rest.text += bytes;
        rest.length -= bytes;
    }
    return reckoning.least[reckoning.text.length];
}

/* Blanks at either end are kept but not counted: they are easily lost, and invisible. */
static size_t count_characters(const char *password)
{
    size_t characters = 0;
    size_t length = bv_length(password);
    while (length && password[length - 1] == ' ') length--;
    while (length && *password == ' ') {
        password++;
        length--;
    }
    for (size_t i = 0; i < length; i++) characters += ((unsigned char)password[i] & 0xC0) != 0x80;
    return characters;
}

bool password_will_do(const char *password, const char *name, struct refusal *refusal)
{
    if (!password || bv_length(password) > PASSWORD_MOST ||
        count_characters(password) < PASSWORD_LEAST)
        return refusal_set(refusal, REFUSE_WEAK_PASSWORD);
    if (count_things(password, name) >= THINGS_LEAST) return true;
    return refusal_set(refusal, REFUSE_WEAK_PASSWORD_GUESSED);
}

/* Digits and letters without those that are easily confused. */
static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

void recovery_code_make(char code[RECOVERY_CODE_SIZE])
{
    enum { GROUP = 4 };
    uint8_t random[RECOVERY_CODE_SIZE];
    randombytes_buf(random, sizeof random);
    for (int i = 0; i < RECOVERY_CODE_SIZE - 1; i++)
        code[i] = i % (GROUP + 1) == GROUP ? '-' : letters[random[i] & 31];
    code[RECOVERY_CODE_SIZE - 1] = '\0';
}

static char plain_letter(char c)
{
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if (c == 'o') return '0';
    return c == 'i' || c == 'l' ? '1' : c;
}

void recovery_code_sign(const uint8_t secret[SECRET_SIZE], const char *person, const char *code,
                        char signature[SIGNATURE_SIZE])
{
    char text[ID_SIZE + 2 * RECOVERY_CODE_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, person);
    bv_put_char(&out, '/');
    for (; *code; code++)
        if (*code != '-' && *code != ' ') bv_put_char(&out, plain_letter(*code));
    signature_make(secret, "code", (struct bv_span){text, out.length}, signature);
}
