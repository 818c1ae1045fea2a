/* The faces of seeded dice: BLAKE2b (RFC 7693) of a number under a key, as `hashlib` has it. A die is one block of it,
   where `hashlib` does the block of the key anew for each. */

#include <stdint.h>

#define KEY_BYTES 32
#define BLOCK_BYTES 128
#define FACES 6
#define FAIR 252 /* bytes from here on are passed over: 252 is 42 times 6 */

static const uint64_t BLAKE_START[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const unsigned char BLAKE_ORDER[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

#define TURNED(word, bits) ((word) >> (bits) | (word) << (64 - (bits)))

/* Macros, so that the compiler knows every place of every round and keeps the words in registers. */
#define STIR(a, b, c, d, first, second)                                                             \
    (a += b + (first), d = TURNED(d ^ a, 32), c += d, b = TURNED(b ^ c, 24), a += b + (second),     \
     d = TURNED(d ^ a, 16), c += d, b = TURNED(b ^ c, 63))

#define ROUND(o)                                                                                    \
    (STIR(v[0], v[4], v[8], v[12], words[o[0]], words[o[1]]),                                       \
     STIR(v[1], v[5], v[9], v[13], words[o[2]], words[o[3]]),                                       \
     STIR(v[2], v[6], v[10], v[14], words[o[4]], words[o[5]]),                                      \
     STIR(v[3], v[7], v[11], v[15], words[o[6]], words[o[7]]),                                      \
     STIR(v[0], v[5], v[10], v[15], words[o[8]], words[o[9]]),                                      \
     STIR(v[1], v[6], v[11], v[12], words[o[10]], words[o[11]]),                                    \
     STIR(v[2], v[7], v[8], v[13], words[o[12]], words[o[13]]),                                     \
     STIR(v[3], v[4], v[9], v[14], words[o[14]], words[o[15]]))

/* One block more; `bytes` have come by then. */
static void blake_block(uint64_t state[8], const uint64_t words[16], uint64_t bytes, int last)
{
    uint64_t v[16];
    memcpy(v, state, 8 * sizeof(uint64_t));
    memcpy(v + 8, BLAKE_START, 8 * sizeof(uint64_t));
    v[12] ^= bytes;
    if (last)
        v[14] = ~v[14];
#pragma GCC unroll 12
    for (int round = 0; round < 12; round++) {
        const unsigned char *order = BLAKE_ORDER[round % 10];
        ROUND(order);
    }
    for (int each = 0; each < 8; each++)
        state[each] ^= v[each] ^ v[8 + each];
}

/* A word out of bytes that begin with the lowest, on any machine. */
static uint64_t word_of(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int each = 7; each >= 0; each--)
        word = word << 8 | bytes[each];
    return word;
}

/* keyed(key): where the hash stands when the key has come; to be handed to `face`. */
static PyObject *keyed(PyObject *module, PyObject *key)
{
    if (!PyBytes_Check(key) || PyBytes_GET_SIZE(key) != KEY_BYTES)
        return PyErr_Format(PyExc_ValueError, "a key of %d bytes is wanted", KEY_BYTES);
    uint64_t state[8], words[16] = {0};
    memcpy(state, BLAKE_START, sizeof(state));
    state[0] ^= 0x01010000 ^ KEY_BYTES << 8 ^ (int)sizeof(state);
    for (int each = 0; each < KEY_BYTES / 8; each++)
        words[each] = word_of((const unsigned char *)PyBytes_AS_STRING(key) + 8 * each);
    blake_block(state, words, BLOCK_BYTES, 0);
    return PyBytes_FromStringAndSize((const char *)state, sizeof(state));
}

/* face(keyed, number): see `SeededDice.face`. */
static PyObject *face(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    uint64_t state[8], words[16] = {0};
    if (given != 2 || !PyBytes_Check(args[0]) || PyBytes_GET_SIZE(args[0]) != sizeof(state))
        return PyErr_Format(PyExc_TypeError, "where a hash stands and a number are wanted");
    unsigned long long number = PyLong_AsUnsignedLongLong(args[1]);
    if (number == (unsigned long long)-1 && PyErr_Occurred())
        return NULL;
    memcpy(state, PyBytes_AS_STRING(args[0]), sizeof(state));
    unsigned char written[8]; /* the highest byte first */
    for (int each = 0; each < 8; each++)
        written[each] = (unsigned char)(number >> (56 - 8 * each));
    words[0] = word_of(written);
    blake_block(state, words, BLOCK_BYTES + sizeof(written), 1);
    for (int byte = 0; byte < (int)sizeof(state); byte++) {
        unsigned shown = state[byte / 8] >> 8 * (byte % 8) & 255;
        if (shown < FAIR)
            return PyLong_FromLong(shown % FACES + 1);
    }
    return PyLong_FromLong((state[0] & 255) % FACES + 1);
}
