/* The few loops of a compiled build that go over bits and hexes, in C. Each has its plain Python twin in `masks.py` or
   `reach.py`, which is what runs where nothing is compiled and what the tests hold this against. */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic") /* four digits at a time */
#endif

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

static int is_set(PyObject *mask)
{
    if (PyLong_Check(mask) && !IS_NEGATIVE(mask))
        return 1;
    PyErr_SetString(PyExc_ValueError, "a set is a whole number, not below 0");
    return 0;
}

/* An entry of a row: a small number, or whatever is said of it in Python. -1 with an error set where it is no number. */
static long small(PyObject *entry)
{
    if (PyLong_CheckExact(entry) && LENGTH(entry) <= 1) {
        long value = LENGTH(entry) ? (long)DIGITS(entry)[0] : 0;
        return IS_NEGATIVE(entry) ? -value : value;
    }
    return PyLong_AsLong(entry);
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

static PyObject *hexes_in(PyObject *module, PyObject *mask)
{
    if (!is_set(mask))
        return NULL;
    PyObject *found = PyList_New(count_bits(mask));
    if (!found)
        return NULL;
    Py_ssize_t next = 0;
    EACH_IN (mask, number) {
        PyObject *one = PyLong_FromSsize_t(number);
        if (!one) {
            Py_DECREF(found);
            return NULL;
        }
        PyList_SET_ITEM(found, next++, one);
    }
    return found;
}

#define MOST 65536 /* no number of a set is as high */
#define MOST_COUNTERS 1024 /* entries of a row */

static PyObject *mask_of(PyObject *module, PyObject *numbers)
{
    PyObject *each = PyObject_GetIter(numbers), *one;
    if (!each)
        return NULL;
    digit digits[MOST / PyLong_SHIFT + 1];
    Py_ssize_t length = 0; /* of the digits in use */
    while ((one = PyIter_Next(each))) {
        Py_ssize_t number = PyLong_AsSsize_t(one), place = number / PyLong_SHIFT;
        Py_DECREF(one);
        if (number < 0 || number >= MOST) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "no set holds %zd", number);
            break;
        }
        while (length <= place)
            digits[length++] = 0;
        digits[place] |= (digit)1 << number % PyLong_SHIFT;
    }
    Py_DECREF(each);
    return PyErr_Occurred() ? NULL : set_of(digits, length);
}

static PyObject *picked(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !is_set(args[1]))
        return given == 2 ? NULL : PyErr_Format(PyExc_TypeError, "a row and a set are wanted");
    PyObject *row = PySequence_Fast(args[0], "a row is wanted");
    if (!row)
        return NULL;
    PyObject **entries = PySequence_Fast_ITEMS(row), *found = PyList_New(count_bits(args[1]));
    Py_ssize_t next = 0, size = PySequence_Fast_GET_SIZE(row);
    if (found)
        EACH_IN (args[1], number) {
            if (number >= size) {
                PyErr_SetString(PyExc_IndexError, "a number of the set is not in the row");
                Py_CLEAR(found);
                goto done;
            }
            PyList_SET_ITEM(found, next++, Py_NewRef(entries[number]));
        }
done:
    Py_DECREF(row);
    return found;
}

static PyObject *marked(PyObject *module, PyObject *row)
{
    if (!PyTuple_Check(row))
        return PyErr_Format(PyExc_TypeError, "a row is wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(row);
    digit digits[MOST_COUNTERS / PyLong_SHIFT + 1] = {0};
    if (size > MOST_COUNTERS)
        return PyErr_Format(PyExc_ValueError, "a row has %d entries at most", MOST_COUNTERS);
    for (Py_ssize_t number = 0; number < size; number++) {
        PyObject *entry = PyTuple_GET_ITEM(row, number);
        int truth = PyLong_CheckExact(entry) ? LENGTH(entry) != 0 : PyObject_IsTrue(entry);
        if (truth < 0)
            return NULL;
        if (truth)
            digits[number / PyLong_SHIFT] |= (digit)1 << number % PyLong_SHIFT;
    }
    return set_of(digits, (size + PyLong_SHIFT - 1) / PyLong_SHIFT);
}

static PyObject *put(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row, a number and an entry are wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(args[0]), number = PyLong_AsSsize_t(args[1]);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (number < 0)
        number += size;
    if (number < 0 || number >= size)
        return PyErr_Format(PyExc_IndexError, "a row of %zd has no such entry", size);
    PyObject *found = PyTuple_New(size);
    if (found)
        for (Py_ssize_t each = 0; each < size; each++)
            PyTuple_SET_ITEM(found, each, Py_NewRef(each == number ? args[2] : PyTuple_GET_ITEM(args[0], each)));
    return found;
}

static PyObject *differing(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]) || !PyTuple_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "two rows are wanted");
    Py_ssize_t size = Py_MIN(PyTuple_GET_SIZE(args[0]), PyTuple_GET_SIZE(args[1]));
    PyObject *found = PyList_New(0);
    for (Py_ssize_t number = 0; found && number < size; number++) {
        PyObject *before = PyTuple_GET_ITEM(args[0], number), *now = PyTuple_GET_ITEM(args[1], number);
        if (before == now) /* what was not touched is the same object */
            continue;
        int differs = PyObject_RichCompareBool(before, now, Py_NE);
        PyObject *one = differs > 0 ? PyLong_FromSsize_t(number) : NULL;
        if (differs < 0 || (differs && (!one || PyList_Append(found, one) < 0)))
            Py_CLEAR(found);
        Py_XDECREF(one);
    }
    return found;
}

/* take_room(load, crowded, here, more): see the twin. */
static PyObject *take_room(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 4 || !PyDict_Check(args[0]) || !PyDict_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "two dictionaries, a hex and how much more are wanted");
    PyObject *known = PyDict_GetItemWithError(args[0], args[2]);
    long before = known ? PyLong_AsLong(known) : 0, load = before + PyLong_AsLong(args[3]);
    if (PyErr_Occurred())
        return NULL;
    PyObject *now = PyLong_FromLong(load), *limit, *crowded, *one;
    int failed = !now || (load ? PyDict_SetItem(args[0], args[2], now) : known ? PyDict_DelItem(args[0], args[2]) : 0);
    Py_XDECREF(now);
    Py_ssize_t place = 0;
    while (!failed && PyDict_Next(args[1], &place, &limit, &crowded)) {
        long least = PyLong_AsLong(limit);
        if ((load >= least) == (before >= least))
            continue;
        PyObject *bit = (one = PyLong_FromLong(1)) ? PyNumber_Lshift(one, args[2]) : NULL;
        PyObject *changed = bit ? PyNumber_Xor(crowded, bit) : NULL;
        failed = !changed || PyDict_SetItem(args[1], limit, changed); /* the limits stay the same ones */
        Py_XDECREF(one);
        Py_XDECREF(bit);
        Py_XDECREF(changed);
    }
    if (failed || PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* The numbers whose entries lie from a level to another. */
static PyObject *between(PyObject *row, long low, long high)
{
    Py_ssize_t size = PyTuple_GET_SIZE(row);
    digit digits[MOST_COUNTERS / PyLong_SHIFT + 1] = {0};
    if (size > MOST_COUNTERS)
        return PyErr_Format(PyExc_ValueError, "a row has %d entries at most", MOST_COUNTERS);
    for (Py_ssize_t number = 0; number < size; number++) {
        long entry = small(PyTuple_GET_ITEM(row, number));
        digits[number / PyLong_SHIFT] |= (digit)(low <= entry && entry <= high) << number % PyLong_SHIFT;
    }
    return PyErr_Occurred() ? NULL : set_of(digits, (size + PyLong_SHIFT - 1) / PyLong_SHIFT);
}

static PyObject *equal_to(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row and an entry are wanted");
    long wanted = small(args[1]);
    return between(args[0], wanted, wanted);
}

static PyObject *at_least(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row and a level are wanted");
    return between(args[0], small(args[1]), LONG_MAX);
}

static PyObject *entries(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]) || !PyDict_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "a row and the numbers with something said of each are wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(args[0]), place = 0, next = 0;
    PyObject *found = PyList_New(PyDict_GET_SIZE(args[1])), *number, *said;
    while (found && PyDict_Next(args[1], &place, &number, &said)) {
        Py_ssize_t each = PyLong_AsSsize_t(number);
        if (each < 0 || each >= size) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_IndexError, "a row of %zd has no entry %zd", size, each);
            Py_CLEAR(found);
        } else
            PyList_SET_ITEM(found, next++, Py_NewRef(PyTuple_GET_ITEM(args[0], each)));
    }
    return found;
}

static int holds(PyObject *mask, Py_ssize_t number)
{
    return number >= 0 && number / PyLong_SHIFT < LENGTH(mask) &&
           DIGITS(mask)[number / PyLong_SHIFT] >> number % PyLong_SHIFT & 1;
}

/* Where a counter stands: an entry of a row of places; -1 below 0, and with an error set where it is no number. */
static Py_ssize_t place_of(PyObject *row, Py_ssize_t counter)
{
    if (counter >= PyTuple_GET_SIZE(row)) {
        PyErr_Format(PyExc_IndexError, "a row of %zd has no entry %zd", PyTuple_GET_SIZE(row), counter);
        return -1;
    }
    Py_ssize_t place = small(PyTuple_GET_ITEM(row, counter));
    return place < 0 ? -1 : place;
}

static PyObject *standing(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places, counters and hexes are wanted");
    if (!is_set(args[1]) || !is_set(args[2]))
        return NULL;
    digit digits[MOST_COUNTERS / PyLong_SHIFT + 1] = {0};
    EACH_IN (args[1], counter) {
        Py_ssize_t place = counter < MOST_COUNTERS ? place_of(args[0], counter) : -1;
        if (place < 0 && PyErr_Occurred())
            return NULL;
        if (holds(args[2], place))
            digits[counter / PyLong_SHIFT] |= (digit)1 << counter % PyLong_SHIFT;
    }
    return set_of(digits, MOST_COUNTERS / PyLong_SHIFT + 1);
}

static PyObject *accompanied(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places, counters and others are wanted");
    if (!is_set(args[1]) || !is_set(args[2]))
        return NULL;
    unsigned char bytes[MOST_COUNTERS / 8] = {0}, some[MOST / 8], several[MOST / 8]; /* hexes with one of them, with more */
    Py_ssize_t clean = 0;                                                           /* bytes that may be read */
    EACH_IN (args[2], other) {
        Py_ssize_t place = place_of(args[0], other);
        if (place < 0 || place >= MOST) {
            if (PyErr_Occurred())
                return NULL;
            continue;
        }
        for (; clean <= place / 8; clean++)
            some[clean] = several[clean] = 0;
        unsigned char bit = (unsigned char)(1 << place % 8);
        several[place / 8] |= some[place / 8] & bit;
        some[place / 8] |= bit;
    }
    EACH_IN (args[1], counter) {
        Py_ssize_t place = counter < MOST_COUNTERS ? place_of(args[0], counter) : -1;
        if (place < 0 && PyErr_Occurred())
            return NULL;
        if (place >= 0 && place / 8 < clean)
            bytes[counter >> 3] |= (unsigned char)(
                ((holds(args[2], counter) ? several : some)[place / 8] >> place % 8 & 1) << (counter & 7));
    }
    return _PyLong_FromByteArray(bytes, sizeof bytes, 1, 0);
}

static PyObject *places(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places and counters are wanted");
    if (!is_set(args[1]))
        return NULL;
    digit digits[MOST / PyLong_SHIFT + 1];
    Py_ssize_t length = 0; /* of the digits in use */
    EACH_IN (args[1], counter) {
        Py_ssize_t place = place_of(args[0], counter);
        if (place < 0) {
            if (PyErr_Occurred())
                return NULL;
            continue;
        }
        if (place >= MOST)
            return PyErr_Format(PyExc_ValueError, "no set holds %zd", place);
        while (length <= place / PyLong_SHIFT)
            digits[length++] = 0;
        digits[place / PyLong_SHIFT] |= (digit)1 << place % PyLong_SHIFT;
    }
    return set_of(digits, length);
}

/* among(numbers, set): those of some numbers that are in a set, in their order. */
static PyObject *among(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of numbers and a set are wanted");
    if (!is_set(args[1]))
        return NULL;
    PyObject *found = PyList_New(0);
    for (Py_ssize_t each = 0; found && each < PyTuple_GET_SIZE(args[0]); each++) {
        Py_ssize_t number = place_of(args[0], each);
        if ((number < 0 && PyErr_Occurred()) ||
            (holds(args[1], number) && PyList_Append(found, PyTuple_GET_ITEM(args[0], each)) < 0))
            Py_CLEAR(found);
    }
    return found;
}

/* From the first digit in which the first set has something to the last: to be compared, not to be read. */
static PyObject *seen_in(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    for (Py_ssize_t each = 0; each < given; each++)
        if (!is_set(args[each]))
            return NULL;
    if (given < 1)
        return PyErr_Format(PyExc_TypeError, "a set and others are wanted");
    const digit *near = DIGITS(args[0]);
    Py_ssize_t first = 0, end = LENGTH(args[0]);
    while (first < end && !near[first])
        first++;
    PyObject *found = PyBytes_FromStringAndSize(NULL, (given - 1) * (end - first) * (Py_ssize_t)sizeof(digit));
    if (!found)
        return NULL;
    digit *seen = (digit *)PyBytes_AS_STRING(found);
    for (Py_ssize_t each = 1; each < given; each++) {
        const digit *other = DIGITS(args[each]);
        Py_ssize_t place = first, both = Py_MIN(end, Py_MAX(first, LENGTH(args[each])));
        for (; place < both; place++)
            *seen++ = near[place] & other[place];
        for (; place < end; place++)
            *seen++ = 0;
    }
    return found;
}

/* still(kept, then, now, changed): see the twin. An entry of `kept` is None, or begins with the hexes that count for it. */
static PyObject *still(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 4 || !PyList_Check(args[0]) || !PyTuple_Check(args[1]) || !PyTuple_Check(args[2]) ||
        PyTuple_GET_SIZE(args[1]) != PyTuple_GET_SIZE(args[2]))
        return PyErr_Format(PyExc_TypeError, "a list, rows as they were and as they are, and a set are wanted");
    if (!is_set(args[3]))
        return NULL;
    Py_ssize_t size = PyList_GET_SIZE(args[0]), rows = PyTuple_GET_SIZE(args[1]);
    for (Py_ssize_t each = 0; each < rows; each++)
        for (Py_ssize_t of = 1; of <= 2; of++) {
            PyObject *row = PyTuple_GET_ITEM(args[of], each);
            if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) < size)
                return PyErr_Format(PyExc_TypeError, "a row has an entry for each");
        }
    PyObject *found = PyList_New(size);
    for (Py_ssize_t number = 0; found && number < size; number++) {
        PyObject *kept = PyList_GET_ITEM(args[0], number);
        for (Py_ssize_t each = 0; kept != Py_None && each < rows; each++) {
            PyObject *then = PyTuple_GET_ITEM(PyTuple_GET_ITEM(args[1], each), number);
            PyObject *now = PyTuple_GET_ITEM(PyTuple_GET_ITEM(args[2], each), number);
            int differs = then == now ? 0 : PyObject_RichCompareBool(then, now, Py_NE);
            if (differs)
                kept = differs < 0 ? NULL : Py_None;
            if (!kept)
                break;
        }
        if (kept && kept != Py_None && LENGTH(args[3])) {
            PyObject *near = PyTuple_Check(kept) && PyTuple_GET_SIZE(kept) ? PyTuple_GET_ITEM(kept, 0) : kept;
            if (!is_set(near))
                kept = NULL;
            else
                for (Py_ssize_t place = Py_MIN(LENGTH(near), LENGTH(args[3])) - 1; place >= 0; place--)
                    if (DIGITS(near)[place] & DIGITS(args[3])[place]) {
                        kept = Py_None;
                        break;
                    }
        }
        if (!kept) {
            Py_DECREF(found);
            return NULL;
        }
        PyList_SET_ITEM(found, number, Py_NewRef(kept));
    }
    return found;
}

/* flood(rows, start, closed): a set, and what it leads to step by step: row n is the set that n leads to. */
static PyObject *flood(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "rows of sets, a set and a closed one are wanted");
    if (!is_set(args[1]) || !is_set(args[2]))
        return NULL;
    Py_ssize_t size = PyTuple_GET_SIZE(args[0]), length = (size + PyLong_SHIFT - 1) / PyLong_SHIFT;
    if (size > MOST || LENGTH(args[1]) > length)
        return PyErr_Format(PyExc_ValueError, "there are rows for %zd numbers", size);
    digit found[MOST / PyLong_SHIFT + 1], front[MOST / PyLong_SHIFT + 1], next[MOST / PyLong_SHIFT + 1];
    int more = 0;
    for (Py_ssize_t place = 0; place < length; place++) {
        found[place] = front[place] = place < LENGTH(args[1]) ? DIGITS(args[1])[place] : 0;
        more |= front[place] != 0;
    }
    while (more) {
        for (Py_ssize_t place = 0; place < length; place++)
            next[place] = 0;
        for (Py_ssize_t here = 0; here < length; here++)
            for (digit left = front[here]; left; left &= left - 1) {
                Py_ssize_t number = here * PyLong_SHIFT + __builtin_ctz(left);
                PyObject *row = number < size ? PyTuple_GET_ITEM(args[0], number) : NULL;
                if (!row || !is_set(row) || LENGTH(row) > length)
                    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no row leads beyond the others");
                for (Py_ssize_t place = 0; place < LENGTH(row); place++)
                    next[place] |= DIGITS(row)[place];
            }
        more = 0;
        for (Py_ssize_t place = 0; place < length; place++) {
            digit closed = place < LENGTH(args[2]) ? DIGITS(args[2])[place] : 0;
            front[place] = next[place] & ~(found[place] | closed);
            found[place] |= front[place];
            more |= front[place] != 0;
        }
    }
    return set_of(found, length);
}

/* led_to(rows, hexes): what a set leads to at one step. */
static PyObject *led_to(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !(PyTuple_Check(args[0]) || PyList_Check(args[0])))
        return PyErr_Format(PyExc_TypeError, "rows of sets and a set are wanted");
    if (!is_set(args[1]))
        return NULL;
    Py_ssize_t size = PySequence_Fast_GET_SIZE(args[0]), length = 0; /* of the digits in use */
    digit found[MOST / PyLong_SHIFT + 1];
    EACH_IN (args[1], number) {
        PyObject *row = number < size ? PySequence_Fast_GET_ITEM(args[0], number) : NULL;
        if (!row || !is_set(row) || LENGTH(row) > MOST / PyLong_SHIFT)
            return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "there is no row %zd", number);
        Py_ssize_t end = LENGTH(row);
        const digit *leads = DIGITS(row);
        while (length < end)
            found[length++] = 0;
        for (Py_ssize_t place = 0; place < end; place++)
            found[place] |= leads[place];
    }
    return set_of(found, length);
}

/* joined(roads, starts, closed): a set and what roads join to it past what is closed: from each hex, where they lead. */
static PyObject *joined(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "rows of hexes, a set and a closed one are wanted");
    if (!is_set(args[1]) || !PyLong_Check(args[2]))
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "a set of closed hexes is wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(args[0]), length = (size + PyLong_SHIFT - 1) / PyLong_SHIFT, waiting = 0;
    if (size > MOST || LENGTH(args[1]) > length)
        return PyErr_Format(PyExc_ValueError, "there are rows for %zd numbers", size);
    digit found[MOST / PyLong_SHIFT + 1], shut[MOST / PyLong_SHIFT + 1];
    unsigned short hexes[MOST]; /* to be gone on from */
    digit borrowed = 1; /* below 0 it is ~x, and its digits are those of x + 1 */
    for (Py_ssize_t place = 0; place < length; place++) {
        digit closed = place < LENGTH(args[2]) ? DIGITS(args[2])[place] : 0;
        if (IS_NEGATIVE(args[2])) {
            digit x = (closed - borrowed) & PyLong_MASK;
            borrowed = borrowed && !closed;
            closed = ~x & PyLong_MASK;
        }
        found[place] = place < LENGTH(args[1]) ? DIGITS(args[1])[place] : 0;
        shut[place] = found[place] | closed;
    }
    EACH_IN (args[1], number)
        hexes[waiting++] = (unsigned short)number;
    while (waiting) {
        Py_ssize_t here = hexes[--waiting];
        PyObject *row = here < size ? PyTuple_GET_ITEM(args[0], here) : NULL;
        if (!row || !PyTuple_Check(row))
            return PyErr_Format(PyExc_TypeError, "a row of hexes is wanted for each hex");
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(row); each++) {
            long there = small(PyTuple_GET_ITEM(row, each));
            if (there < 0 || there >= size)
                return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "no road leads to %ld", there);
            digit bit = (digit)1 << there % PyLong_SHIFT;
            if (!(shut[there / PyLong_SHIFT] & bit)) {
                shut[there / PyLong_SHIFT] |= bit;
                found[there / PyLong_SHIFT] |= bit;
                hexes[waiting++] = (unsigned short)there;
            }
        }
    }
    return set_of(found, length);
}

/* -- reach: the moves of one kind of piece in rows of C numbers, and what they lead to */

typedef struct {
    int there, price;
} Move;

typedef struct {
    PyObject_HEAD
    Py_ssize_t size;
    PyObject *hexes; /* the number of each hex, as an object */
    int *first; /* of the moves that leave a hex; one more at the end */
    Move *moves;
} Ways;

static void ways_free(Ways *self)
{
    Py_XDECREF(self->hexes);
    PyMem_Free(self->first);
    PyMem_Free(self->moves);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Ways(moves): for each hex the (neighbour, cost) pairs of the moves that leave it. */
static PyObject *ways_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
    PyObject *table;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &table))
        return NULL;
    Ways *self = (Ways *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    Py_ssize_t size = self->size = PyTuple_GET_SIZE(table), total = 0;
    for (Py_ssize_t here = 0; here < size; here++) {
        PyObject *row = PyTuple_GET_ITEM(table, here);
        if (!PyTuple_Check(row)) {
            PyErr_SetString(PyExc_TypeError, "a row of moves is wanted for each hex");
            goto failed;
        }
        total += PyTuple_GET_SIZE(row);
    }
    self->hexes = PyTuple_New(size);
    for (Py_ssize_t here = 0; self->hexes && here < size; here++) {
        PyObject *hex = PyLong_FromSsize_t(here);
        if (!hex)
            goto failed;
        PyTuple_SET_ITEM(self->hexes, here, hex);
    }
    self->first = PyMem_New(int, size + 1);
    self->moves = PyMem_New(Move, total + 1);
    if (!self->hexes || !self->first || !self->moves) {
        PyErr_NoMemory();
        goto failed;
    }
    int next = 0;
    for (Py_ssize_t here = 0; here < size; here++) {
        PyObject *row = PyTuple_GET_ITEM(table, here);
        self->first[here] = next;
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(row); each++, next++) {
            Move *move = self->moves + next;
            if (!PyArg_ParseTuple(PyTuple_GET_ITEM(row, each), "ii", &move->there, &move->price))
                goto failed;
            if (move->there < 0 || move->there >= size || move->price < 1) {
                PyErr_SetString(PyExc_ValueError, "a move leads to a hex and costs a point or more");
                goto failed;
            }
        }
    }
    self->first[size] = next;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

typedef struct {
    int here, next;
} Entry;

typedef struct {
    char *room;
    int *best, *order, entered; /* costs by hex; hexes in the order they were first entered, and how many they are */
} Found;

/* A search with start, points, closed and stops, and with hexes barred to the first step. 1 if it may be read: then
   its room is to be freed. */
static int search(Ways *self, PyObject *const *args, PyObject *barred, Found *found)
{
    *found = (Found){NULL};
    long start = PyLong_AsLong(args[0]), points = PyLong_AsLong(args[1]);
    if (PyErr_Occurred() || !is_set(args[2]) || !is_set(args[3]) || (barred && !is_set(barred)))
        return 0;
    if (start < 0 || start >= self->size) {
        PyErr_Format(PyExc_IndexError, "there is no hex %ld", start);
        return 0;
    }
    if (points < 1)
        return 1;
    Py_ssize_t size = self->size, edges = self->first[size];
    /* best costs; hexes in the order they were entered; entries of the buckets; first and last entry of each bucket */
    found->room = PyMem_Malloc(sizeof(int) * (2 * size + 2 * (points + 1)) + sizeof(Entry) * (edges + 1));
    if (!found->room) {
        PyErr_NoMemory();
        return 0;
    }
    Entry *entries = (Entry *)found->room;
    int *best = (int *)(entries + edges + 1), *order = best + size, *head = order + size, *tail = head + points + 1;
    int entered = 0, used = 0;
    for (Py_ssize_t here = 0; here < size; here++)
        best[here] = (int)points + 1;
    EACH_IN (args[2], number)
        if (number < size)
            best[number] = 0;
    best[start] = 0;
    for (long spent = 0; spent <= points; spent++)
        head[spent] = -1;
    PyObject *stops = args[3];
    long here = start, spent = 0;
    int entry = -1;
    for (;;) {
        for (int each = self->first[here]; each < self->first[here + 1]; each++) {
            int there = self->moves[each].there, total = (int)spent + self->moves[each].price;
            if (total >= best[there] || (barred && here == start && holds(barred, there)))
                continue;
            if (best[there] > points)
                order[entered++] = there;
            best[there] = total;
            if (total < points) { /* a hex that takes the last point leads nowhere */
                entries[used] = (Entry){there, -1};
                if (head[total] < 0)
                    head[total] = used;
                else
                    entries[tail[total]].next = used;
                tail[total] = used++;
            }
        }
        do { /* the next entry that still holds, and may be left */
            entry = entry < 0 ? -1 : entries[entry].next;
            while (entry < 0 && ++spent < points)
                entry = head[spent];
            if (entry < 0)
                break;
            here = entries[entry].here;
        } while (best[here] != spent || (here / PyLong_SHIFT < LENGTH(stops) &&
                                         DIGITS(stops)[here / PyLong_SHIFT] >> here % PyLong_SHIFT & 1));
        if (entry < 0)
            break;
    }
    found->best = best;
    found->order = order;
    found->entered = entered;
    return 1;
}

/* reach(start, points, closed, stops): see the twin. Hexes stand in the answer in the order they were first entered. */
static PyObject *ways_reach(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 4)
        return PyErr_Format(PyExc_TypeError, "start, points, closed and stops are wanted");
    Found found;
    if (!search(self, args, NULL, &found))
        return NULL;
    PyObject *costs = NEW_DICT(found.entered);
    for (int each = 0; costs && each < found.entered; each++) {
        int hex = found.order[each];
        PyObject *cost = PyLong_FromLong(found.best[hex]);
        if (!cost || PyDict_SetItem(costs, PyTuple_GET_ITEM(self->hexes, hex), cost) < 0)
            Py_CLEAR(costs);
        Py_XDECREF(cost);
    }
    PyMem_Free(found.room);
    return costs;
}

/* goals(start, points, closed, stops, barred): the set of what is reached, when the first step enters nothing barred. */
static PyObject *ways_goals(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5)
        return PyErr_Format(PyExc_TypeError, "start, points, closed, stops and barred are wanted");
    if (self->size > MOST)
        return PyErr_Format(PyExc_ValueError, "no set holds %zd hexes", self->size);
    Found found;
    if (!search(self, args, args[4], &found))
        return NULL;
    digit digits[MOST / PyLong_SHIFT + 1];
    Py_ssize_t length = (self->size + PyLong_SHIFT - 1) / PyLong_SHIFT;
    for (Py_ssize_t place = 0; place < length; place++)
        digits[place] = 0;
    for (int each = 0; each < found.entered; each++)
        digits[found.order[each] / PyLong_SHIFT] |= (digit)1 << found.order[each] % PyLong_SHIFT;
    PyMem_Free(found.room);
    return set_of(digits, length);
}

/* -- what is come to, kept as C numbers: the twin of `Reached` */

typedef struct {
    PyObject_HEAD
    PyObject *hexes; /* the number of each hex, as an object */
    int *order, *costs, count; /* hexes as they were come to, and what each costs */
} Reached;

static void reached_free(Reached *self)
{
    Py_XDECREF(self->hexes);
    PyMem_Free(self->order);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *reached_by_hex(Reached *self, PyObject *nothing)
{
    PyObject *found = NEW_DICT(self->count);
    for (int each = 0; found && each < self->count; each++) {
        PyObject *cost = PyLong_FromLong(self->costs[each]);
        if (!cost || PyDict_SetItem(found, PyTuple_GET_ITEM(self->hexes, self->order[each]), cost) < 0)
            Py_CLEAR(found);
        Py_XDECREF(cost);
    }
    return found;
}

static PyObject *reached_picked(Reached *self, PyObject *row)
{
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != PyTuple_GET_SIZE(self->hexes))
        return PyErr_Format(PyExc_TypeError, "a row with an entry for each hex is wanted");
    PyObject *found = PyList_New(self->count);
    for (int each = 0; found && each < self->count; each++)
        PyList_SET_ITEM(found, each, Py_NewRef(PyTuple_GET_ITEM(row, self->order[each])));
    return found;
}

static PyObject *reached_meets(Reached *self, PyObject *hexes)
{
    if (!is_set(hexes))
        return NULL;
    for (int each = 0; each < self->count; each++)
        if (holds(hexes, self->order[each]))
            Py_RETURN_TRUE;
    Py_RETURN_FALSE;
}

static PyObject *reached_cost(Reached *self, PyObject *hex)
{
    Py_ssize_t wanted = PyLong_AsSsize_t(hex);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    for (int each = 0; each < self->count; each++)
        if (self->order[each] == wanted)
            return PyLong_FromLong(self->costs[each]);
    return PyLong_FromLong(-1);
}

static PyObject *reached_leave_out(Reached *self, PyObject *hexes)
{
    if (!is_set(hexes))
        return NULL;
    int left = 0;
    for (int each = 0; each < self->count; each++)
        if (!holds(hexes, self->order[each])) {
            self->order[left] = self->order[each];
            self->costs[left++] = self->costs[each];
        }
    self->count = left;
    Py_RETURN_NONE;
}

static PyMethodDef reached_methods[] = {
    {"by_hex", (PyCFunction)reached_by_hex, METH_NOARGS, "What each hex costs, in the order they were come to."},
    {"picked", (PyCFunction)reached_picked, METH_O, "The entries of a row for the hexes."},
    {"meets", (PyCFunction)reached_meets, METH_O, "Whether one of some hexes is among them."},
    {"cost", (PyCFunction)reached_cost, METH_O, "What a hex costs; -1 where it is not among them."},
    {"leave_out", (PyCFunction)reached_leave_out, METH_O, "Strike some hexes."},
    {NULL},
};

static PyTypeObject ReachedType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "hardtack.board.kernel.Reached",
    .tp_basicsize = sizeof(Reached),
    .tp_dealloc = (destructor)reached_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = reached_methods,
};

/* Last steps, from what a search has found: `costs` by hex, below 0 for what is not come to yet. */
static void add_halts(Ways *halts, Found *found, Reached *reached, int *costs, int start, int points, PyObject *closed)
{
    for (int each = -1; each < found->entered; each++) {
        int here = each < 0 ? start : found->order[each], spent = each < 0 ? 0 : found->best[here];
        for (int next = halts->first[here]; next < halts->first[here + 1]; next++) {
            int there = halts->moves[next].there, total = spent + halts->moves[next].price;
            if (total > points || there == start || holds(closed, there) || (costs[there] >= 0 && total >= costs[there]))
                continue;
            if (costs[there] < 0)
                reached->order[reached->count++] = there;
            costs[there] = total;
        }
    }
}

static void add_endings(Ways *into, Ways *into_zone, Found *found, Reached *reached, int *costs, int start, int points,
                        PyObject *ends, PyObject *zone)
{
    int zoned = holds(zone, start);
    EACH_IN (ends, hex) {
        if (hex >= into->size)
            continue;
        int in_zone = holds(zone, hex), best = points + 1;
        Ways *ways = in_zone ? into_zone : into;
        for (int next = ways->first[hex]; next < ways->first[hex + 1]; next++) {
            int before = ways->moves[next].there, spent = before == start ? 0 : found->best[before];
            if (before == start ? in_zone && zoned : spent < 1 || spent > points)
                continue;
            best = Py_MIN(best, spent + ways->moves[next].price);
        }
        if (best > points)
            continue;
        if (costs[hex] < 0)
            reached->order[reached->count++] = (int)hex;
        costs[hex] = best;
    }
}

/* come_to(halts, into, into_zone, start, points, closed, ends, zone, single): see the twin. */
static PyObject *ways_come_to(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 9 || Py_TYPE(args[1]) != Py_TYPE(self) || Py_TYPE(args[2]) != Py_TYPE(self) ||
        (args[0] != Py_None && Py_TYPE(args[0]) != Py_TYPE(self)))
        return PyErr_Format(PyExc_TypeError, "other ways, start, points and sets are wanted");
    Ways *halts = args[0] == Py_None ? NULL : (Ways *)args[0], *into = (Ways *)args[1], *into_zone = (Ways *)args[2];
    PyObject *closed = args[5], *ends = args[6], *zone = args[7], *single = args[8], *nothing = NULL, *made = NULL;
    Py_ssize_t size = self->size;
    if (!is_set(closed) || !is_set(ends) || !is_set(zone) || !is_set(single))
        return NULL;
    if ((halts && halts->size != size) || into->size != size || into_zone->size != size)
        return PyErr_Format(PyExc_ValueError, "all ways are of one map");
    int *costs = PyMem_New(int, size);
    Reached *reached = (Reached *)ReachedType.tp_alloc(&ReachedType, 0);
    Found found = {NULL};
    if (reached) {
        reached->hexes = Py_NewRef(self->hexes);
        reached->order = PyMem_New(int, 2 * size);
        reached->costs = reached->order + size;
    }
    if (!reached || !costs || !reached->order || !(nothing = PyLong_FromLong(0))) {
        PyErr_NoMemory();
        goto done;
    }
    PyObject *asked[4] = {args[3], args[4], closed, nothing};
    if (!search(self, asked, NULL, &found))
        goto done;
    int start = (int)PyLong_AsLong(args[3]), points = (int)PyLong_AsLong(args[4]);
    for (Py_ssize_t hex = 0; hex < size; hex++)
        costs[hex] = -1;
    for (int each = 0; each < found.entered; each++) {
        int hex = reached->order[each] = found.order[each];
        costs[hex] = found.best[hex];
    }
    reached->count = found.entered;
    if (halts && points > 0)
        add_halts(halts, &found, reached, costs, start, points, closed);
    if (points > 0)
        add_endings(into, into_zone, &found, reached, costs, start, points, ends, zone);
    EACH_IN (single, hex)
        if (hex < size && costs[hex] < 0) {
            reached->order[reached->count++] = (int)hex;
            costs[hex] = points;
        }
    for (int each = 0; each < reached->count; each++)
        reached->costs[each] = costs[reached->order[each]];
    made = Py_NewRef(reached);
done:
    PyMem_Free(found.room);
    PyMem_Free(costs);
    Py_XDECREF(nothing);
    Py_XDECREF(reached);
    return made;
}

static PyMethodDef ways_methods[] = {
    {"come_to", (PyCFunction)(void (*)(void))ways_come_to, METH_FASTCALL, "What is reached, last steps and all."},
    {"reach", (PyCFunction)(void (*)(void))ways_reach, METH_FASTCALL, "The cheapest cost of every hex in reach."},
    {"goals", (PyCFunction)(void (*)(void))ways_goals, METH_FASTCALL, "The set of the hexes in reach."},
    {NULL},
};

static PyTypeObject WaysType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "hardtack.board.kernel.Ways",
    .tp_basicsize = sizeof(Ways),
    .tp_dealloc = (destructor)ways_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = ways_methods,
    .tp_new = ways_new,
};

/* Named so that they can be imported beside their twins. */
static PyMethodDef functions[] = {
    {"c_hexes_in", hexes_in, METH_O, "The hexes of a set, lowest first."},
    {"c_mask_of", mask_of, METH_O, "The set that holds the given hexes."},
    {"c_picked", (PyCFunction)(void (*)(void))picked, METH_FASTCALL, "The entries of a row that are in a set."},
    {"c_marked", marked, METH_O, "The set of numbers that have something entered in a row."},
    {"c_differing", (PyCFunction)(void (*)(void))differing, METH_FASTCALL, "The numbers whose entries differ."},
    {"c_equal_to", (PyCFunction)(void (*)(void))equal_to, METH_FASTCALL, "The set of numbers that have an entry."},
    {"c_at_least", (PyCFunction)(void (*)(void))at_least, METH_FASTCALL, "The numbers whose entries are of a level."},
    {"c_entries", (PyCFunction)(void (*)(void))entries, METH_FASTCALL, "The entries of a row for some numbers."},
    {"c_standing", (PyCFunction)(void (*)(void))standing, METH_FASTCALL, "Those of some counters in some hexes."},
    {"c_accompanied", (PyCFunction)(void (*)(void))accompanied, METH_FASTCALL, "Those that stand with another."},
    {"c_places", (PyCFunction)(void (*)(void))places, METH_FASTCALL, "The hexes some counters stand in."},
    {"c_among", (PyCFunction)(void (*)(void))among, METH_FASTCALL, "Those of some numbers that are in a set."},
    {"c_seen_in", (PyCFunction)(void (*)(void))seen_in, METH_FASTCALL, "What of some sets lies in one."},
    {"c_still", (PyCFunction)(void (*)(void))still, METH_FASTCALL, "What is kept by number and still holds."},
    {"c_take_room", (PyCFunction)(void (*)(void))take_room, METH_FASTCALL, "More room is taken in a hex, or less."},
    {"c_flood", (PyCFunction)(void (*)(void))flood, METH_FASTCALL, "A set, and what it leads to step by step."},
    {"c_led_to", (PyCFunction)(void (*)(void))led_to, METH_FASTCALL, "What a set leads to at one step."},
    {"c_joined", (PyCFunction)(void (*)(void))joined, METH_FASTCALL, "A set, and what roads join to it."},
    {"c_put", (PyCFunction)(void (*)(void))put, METH_FASTCALL, "The row with one entry replaced."},
    {NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "hardtack.board.kernel", NULL, -1, functions};

PyMODINIT_FUNC PyInit_kernel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddType(module, &WaysType) < 0 || PyType_Ready(&ReachedType) < 0))
        Py_CLEAR(module);
    return module;
}
