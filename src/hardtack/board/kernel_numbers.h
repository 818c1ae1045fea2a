/* Whole numbers as Python has them, digit by digit: what all loops of the kernel read sets and rows with. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A whole number is a row of digits of 30 bits; the layout changed with Python 3.12. */
#if PY_VERSION_HEX >= 0x030C0000
#define DIGITS(number) (((PyLongObject *)(number))->long_value.ob_digit)
#define LENGTH(number) ((Py_ssize_t)(((PyLongObject *)(number))->long_value.lv_tag >> 3))
#define IS_NEGATIVE(number) ((((PyLongObject *)(number))->long_value.lv_tag & 3) == 2)
#else
#define DIGITS(number) (((PyLongObject *)(number))->ob_digit)
#define LENGTH(number) (Py_ABS(Py_SIZE(number)))
#define IS_NEGATIVE(number) (Py_SIZE(number) < 0)
#endif

/* A dictionary with room for some entries, where Python lends the function. */
#if PY_VERSION_HEX < 0x030E0000
#define NEW_DICT(entries) _PyDict_NewPresized(entries)
#else
#define NEW_DICT(entries) PyDict_New()
#endif

#define MOST 65536 /* no number of a set is as high */
#define MOST_DIGITS (MOST / PyLong_SHIFT + 1)
#define MOST_COUNTERS 1024 /* entries of a row */
#define COUNTER_DIGITS (MOST_COUNTERS / PyLong_SHIFT + 1)

static int is_set(PyObject *mask)
{
    if (PyLong_Check(mask) && !IS_NEGATIVE(mask))
        return 1;
    PyErr_SetString(PyExc_ValueError, "a set is a whole number, not below 0");
    return 0;
}

static int is_small(PyObject *entry)
{
    return PyLong_CheckExact(entry) && LENGTH(entry) <= 1;
}

static long value_of(PyObject *small_number)
{
    long value = LENGTH(small_number) ? (long)DIGITS(small_number)[0] : 0;
    return IS_NEGATIVE(small_number) ? -value : value;
}

/* An entry of a row: a small number, or whatever is said of it in Python. -1 with an error set where it is no number. */
static long small(PyObject *entry)
{
    return is_small(entry) ? value_of(entry) : PyLong_AsLong(entry);
}

static Py_ssize_t count_bits(PyObject *mask)
{
    Py_ssize_t held = 0;
    for (Py_ssize_t place = 0; place < LENGTH(mask); place++)
        held += __builtin_popcount(DIGITS(mask)[place]);
    return held;
}

/* The numbers of a set, one after the other: `number` is each in turn. */
#define EACH_IN(mask, number)                                                                       \
    for (Py_ssize_t place_ = 0, length_ = LENGTH(mask); place_ < length_; place_++)                 \
        for (digit left_ = DIGITS(mask)[place_]; left_; left_ &= left_ - 1)                         \
            for (Py_ssize_t number = place_ * PyLong_SHIFT + __builtin_ctz(left_), once_ = 1; once_; once_ = 0)

/* A set out of its digits; those at the end may be empty. */
static PyObject *set_of(const digit *digits, Py_ssize_t length)
{
    while (length && !digits[length - 1])
        length--;
    if (length <= 1)
        return PyLong_FromLong(length ? (long)digits[0] : 0);
#if PY_VERSION_HEX >= 0x030C0000
    return (PyObject *)_PyLong_FromDigits(0, length, (digit *)digits);
#else
    PyLongObject *found = _PyLong_New(length);
    if (found)
        memcpy(DIGITS(found), digits, (size_t)length * sizeof(digit));
    return (PyObject *)found;
#endif
}

/* A number below 0 is beyond all others. */
static int holds(PyObject *mask, Py_ssize_t number)
{
    size_t place = (size_t)number / PyLong_SHIFT;
    return place < (size_t)LENGTH(mask) && DIGITS(mask)[place] >> (size_t)number % PyLong_SHIFT & 1;
}
