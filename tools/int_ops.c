/* `a & b` and `a & ~b` on sets too large for a register, in one pass and without a copy that nobody keeps. mypyc's own
   takes the general way round as soon as one side is negative, which `~b` is; the rules ask for little else. The linker
   puts this in its place (`compile.py`). */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic") /* four digits at a time */
#endif

#include <CPy.h>
#include <string.h>

#define MOST_DIGITS 2200 /* no set is larger */

CPyTagged __real_CPyTagged_BitwiseLongOp_(CPyTagged a, CPyTagged b, char op);

typedef struct {
    const digit *digits;
    Py_ssize_t size;
    digit own[3]; /* where a small number is taken apart */
    int is_negative;
} Number;

static void read_number(CPyTagged from, Number *number)
{
    if (CPyTagged_CheckShort(from)) {
        Py_ssize_t value = CPyTagged_ShortAsSsize_t(from);
        size_t left = (size_t)value;
        number->is_negative = value < 0;
        if (value < 0)
            left = 0 - left;
        for (number->size = 0; left; left >>= PyLong_SHIFT)
            number->own[number->size++] = (digit)(left & PyLong_MASK);
        number->digits = number->own;
    } else {
        PyLongObject *object = (PyLongObject *)CPyTagged_LongAsObject(from);
        Py_ssize_t size = CPY_LONG_SIZE_SIGNED(object);
        number->is_negative = size < 0;
        number->size = size < 0 ? -size : size;
        number->digits = &CPY_LONG_DIGIT(object, 0);
    }
}

CPyTagged __wrap_CPyTagged_BitwiseLongOp_(CPyTagged a, CPyTagged b, char op)
{
    Number first, second;
    if (op != '&')
        return __real_CPyTagged_BitwiseLongOp_(a, b, op);
    read_number(a, &first);
    read_number(b, &second);
    if (first.is_negative || (!second.is_negative && second.size < first.size)) {
        CPyTagged swapped = a;
        a = b;
        b = swapped;
        read_number(a, &first);
        read_number(b, &second);
    }
    if (first.is_negative || first.size > MOST_DIGITS)
        return __real_CPyTagged_BitwiseLongOp_(a, b, op);
    digit found[MOST_DIGITS], changed = 0;
    Py_ssize_t size = 0, both = second.size < first.size ? second.size : first.size, place = 0;
    if (second.is_negative) { /* what is meant is ~x, and its digits are those of x + 1 */
        digit borrowed = 1;
        for (; place < both; place++) {
            digit x = (second.digits[place] - borrowed) & PyLong_MASK;
            borrowed = borrowed && !second.digits[place];
            found[place] = first.digits[place] & ~x;
        }
        for (; place < first.size; place++)
            found[place] = first.digits[place];
    } else
        for (; place < first.size; place++)
            found[place] = first.digits[place] & second.digits[place];
    for (place = 0; place < first.size; place++)
        changed |= found[place] ^ first.digits[place];
    if (!changed) {
        CPyTagged_INCREF(a);
        return a;
    }
    for (size = first.size; size && !found[size - 1];)
        size--;
    if (size <= 2) {
        Py_ssize_t value = size ? found[0] : 0;
        if (size == 2)
            value |= (Py_ssize_t)found[1] << PyLong_SHIFT;
        return CPyTagged_ShortFromSsize_t(value);
    }
    PyLongObject *made = _PyLong_New(size);
    if (!made)
        CPyError_OutOfMemory();
    memcpy(&CPY_LONG_DIGIT(made, 0), found, size * sizeof(digit));
    return CPyTagged_StealFromObject((PyObject *)made);
}
