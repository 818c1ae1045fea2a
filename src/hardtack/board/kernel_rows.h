/* Rows: one entry for each number. Which are marked, equal or different, and those of a set picked out. */

static PyObject *picked(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !is_set(args[1]))
        return given == 2 ? NULL : PyErr_Format(PyExc_TypeError, "a row and a set are wanted");
    PyObject *row = PySequence_Fast(args[0], "a row is wanted");
    if (!row)
        return NULL;
    PyObject *found = PyList_New(count_bits(args[1])); /* can collect garbage: a list is looked at only then */
    PyObject **entries = PySequence_Fast_ITEMS(row);
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

/* Rows are passed on from state to state as they are: what was found of the last ones is kept with them. */
#define ROWS_KEPT 16 /* a power of 2 */
static struct {
    PyObject *row, *found;
} kept_rows[ROWS_KEPT];

static PyObject *marked(PyObject *module, PyObject *row)
{
    if (!PyTuple_Check(row))
        return PyErr_Format(PyExc_TypeError, "a row is wanted");
    size_t place = (size_t)row / 64 % ROWS_KEPT;
    if (kept_rows[place].row == row)
        return Py_NewRef(kept_rows[place].found);
    Py_ssize_t size = PyTuple_GET_SIZE(row);
    digit digits[COUNTER_DIGITS] = {0};
    if (size > MOST_COUNTERS)
        return PyErr_Format(PyExc_ValueError, "a row has %d entries at most", MOST_COUNTERS);
    PyObject *nothing = PyLong_FromLong(0); /* what stands in most places: there is one of it */
    Py_DECREF(nothing);
    for (Py_ssize_t number = 0; number < size; number++) {
        PyObject *entry = PyTuple_GET_ITEM(row, number);
        if (entry == nothing)
            continue;
        int truth = PyLong_CheckExact(entry) ? LENGTH(entry) != 0 : PyObject_IsTrue(entry);
        if (truth < 0)
            return NULL;
        if (truth)
            digits[number / PyLong_SHIFT] |= (digit)1 << number % PyLong_SHIFT;
    }
    PyObject *found = set_of(digits, (size + PyLong_SHIFT - 1) / PyLong_SHIFT);
    if (found) {
        PyObject *last = kept_rows[place].row, *last_found = kept_rows[place].found;
        kept_rows[place].row = Py_NewRef(row);
        kept_rows[place].found = Py_NewRef(found);
        Py_XDECREF(last);
        Py_XDECREF(last_found);
    }
    return found;
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

/* The numbers whose entries lie from a level to another. */
static PyObject *between(PyObject *row, long low, long high)
{
    Py_ssize_t size = PyTuple_GET_SIZE(row);
    digit digits[COUNTER_DIGITS] = {0};
    if (size > MOST_COUNTERS)
        return PyErr_Format(PyExc_ValueError, "a row has %d entries at most", MOST_COUNTERS);
    for (Py_ssize_t number = 0; number < size; number++) {
        PyObject *one = PyTuple_GET_ITEM(row, number);
        long entry;
        if (is_small(one))
            entry = value_of(one);
        else if ((entry = PyLong_AsLong(one)) == -1 && PyErr_Occurred())
            return NULL;
        digits[number / PyLong_SHIFT] |= (digit)(low <= entry && entry <= high) << number % PyLong_SHIFT;
    }
    return set_of(digits, (size + PyLong_SHIFT - 1) / PyLong_SHIFT);
}

static PyObject *equal_to(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row and an entry are wanted");
    long wanted = small(args[1]);
    return wanted == -1 && PyErr_Occurred() ? NULL : between(args[0], wanted, wanted);
}

static PyObject *at_least(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row and a level are wanted");
    long level = small(args[1]);
    return level == -1 && PyErr_Occurred() ? NULL : between(args[0], level, LONG_MAX);
}

static PyObject *entries(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]) || !PyDict_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "a row and the numbers with something said of each are wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(args[0]), held = PyDict_GET_SIZE(args[1]), place = 0, next = 0;
    PyObject *found = PyList_New(held), *number, *said;
    if (found && PyDict_GET_SIZE(args[1]) != held) { /* a new list can collect garbage, and that run anything */
        PyErr_SetString(PyExc_RuntimeError, "the numbers changed meanwhile");
        Py_CLEAR(found);
    }
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

/* An entry of a row; -1 with an error set where there is none. */
static long entry_of(PyObject *row, Py_ssize_t number)
{
    if (number >= 0 && number < PyTuple_GET_SIZE(row))
        return small(PyTuple_GET_ITEM(row, number));
    PyErr_Format(PyExc_IndexError, "a row of %zd has no entry %zd", PyTuple_GET_SIZE(row), number);
    return -1;
}

/* Where a counter stands: an entry of a row of places; -1 below 0, and with an error set where it is no number. */
static Py_ssize_t place_of(PyObject *row, Py_ssize_t counter)
{
    long place = entry_of(row, counter);
    return place < 0 ? -1 : place;
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

/* which(numbers, set): which of a few numbers are in a set: bit n for the n-th of them. */
static PyObject *which(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]) || PyTuple_GET_SIZE(args[0]) > PyLong_SHIFT)
        return PyErr_Format(PyExc_TypeError, "a row of %d numbers at most and a set are wanted", PyLong_SHIFT);
    if (!is_set(args[1]))
        return NULL;
    long found = 0;
    for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(args[0]); each++) {
        Py_ssize_t number = place_of(args[0], each);
        if (number < 0 && PyErr_Occurred())
            return NULL;
        found |= (long)(holds(args[1], number) != 0) << each;
    }
    return PyLong_FromLong(found);
}
