#include "server/people/passwords.h"

#include "server/house.h"
#include "server/people/names.h"
#include "server/people/vault.h"

/* As they look when folded like names, of eight letters and more: shorter ones are refused anyway. */
static const char *const common[] = {
    "123456789",   "12345678",   "1234567890", "123123123",   "987654321", "87654321",
    "11111111",    "00000000",   "88888888",   "12341234",    "11223344",  "123456789a",
    "password",    "password1",  "password12", "password123", "passw0rd",  "motdepasse",
    "motdepasse1", "azertyuiop", "azerty123",  "azerty12",    "azertyui",  "qwertyuiop",
    "qwerty123",   "qwerty12",   "qwertyui",   "qwertzuiop",  "1q2w3e4r",  "1qaz2wsx",
    "1a2z3e4r",    "a1b2c3d4",   "abcd1234",   "abcdefgh",    "abc12345",  "iloveyou",
    "jetaime123",  "sunshine",   "princess",   "football",    "baseball",  "superman",
    "starwars",    "welcome1",   "bonjour1",   "letmein1",    "doudou123", "marseille",
    "chocolat",    "bivouac1",   "bivouac123", "whatever",    "trustno1",  "administrator",
};

static bool is_common(const char *folded)
{
    for (size_t i = 0; i < BV_COUNT(common); i++)
        if (bv_equal(common[i], folded)) return true;
    return false;
}

bool bv_password_will_do(const char *password, const char *name, struct bv_refusal *refusal)
{
    char folded[BV_FOLDED_SIZE];
    char folded_name[BV_FOLDED_SIZE];
    size_t length = password ? bv_length(password) : 0;
    if (length < BV_PASSWORD_LEAST || length > BV_PASSWORD_MOST)
        return bv_refuse(refusal, "weak-password",
                         (struct bv_text){"Un mot de passe a de 8 à 200 octets.",
                                          "A password has 8 to 200 bytes."});
    bv_name_fold(password, folded);
    bv_name_fold(name, folded_name);
    if (!bv_equal(folded, folded_name) && !is_common(folded)) return true;
    return bv_refuse(refusal, "weak-password",
                     (struct bv_text){"C'est un mot de passe que l'on devine : prenez-en un autre.",
                                      "That password is easily guessed: take another."});
}

/* Digits and letters without those that are taken for one another. */
static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

void bv_code_make(char code[BV_CODE_SIZE])
{
    enum { GROUP = 4 };
    uint8_t random[BV_CODE_SIZE];
    bv_random_bytes(random, sizeof random);
    for (int i = 0; i < BV_CODE_SIZE - 1; i++)
        code[i] = i % (GROUP + 1) == GROUP ? '-' : letters[random[i] & 31];
    code[BV_CODE_SIZE - 1] = '\0';
}

static char plain_letter(char c)
{
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if (c == 'o') return '0';
    return c == 'i' || c == 'l' ? '1' : c;
}

void bv_code_seal(const uint8_t secret[BV_SECRET_SIZE], const char *person, const char *code,
                  char seal[BV_SEAL_SIZE])
{
    char text[BV_ID_SIZE + 2 * BV_CODE_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, person);
    bv_put_char(&out, '/');
    for (; *code; code++)
        if (*code != '-' && *code != ' ') bv_put_char(&out, plain_letter(*code));
    bv_seal(secret, "code", (struct bv_span){text, out.length}, seal);
}
