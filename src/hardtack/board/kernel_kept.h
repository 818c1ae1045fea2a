/* What is kept from one state to the next: whether it still holds, and what it rests on. */

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

/* An entry of `kept` is None, or a pair: the hexes that count for it, and what is kept. Whether it may be read so. */
static int is_kept(PyObject *entry)
{
    if (entry == Py_None || (PyTuple_Check(entry) && PyTuple_GET_SIZE(entry) == 2))
        return 1;
    PyErr_SetString(PyExc_TypeError, "what is kept is a pair: the hexes that count for it, and that");
    return 0;
}

static int same_number_of_rows(PyObject *then, PyObject *now)
{
    if (PyTuple_Check(then) && PyTuple_Check(now) && PyTuple_GET_SIZE(then) == PyTuple_GET_SIZE(now))
        return 1;
    PyErr_SetString(PyExc_TypeError, "rows or sets are wanted as they were and as they are");
    return 0;
}

/* Where some sets differ from what they were: `changed` has room for MOST_DIGITS. How many digits it has; -1: an error. */
static Py_ssize_t changes(PyObject *then, PyObject *now, digit *changed)
{
    Py_ssize_t length = 0;
    for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(now); each++) {
        PyObject *before = PyTuple_GET_ITEM(then, each), *after = PyTuple_GET_ITEM(now, each);
        if (before == after)
            continue;
        if (!is_set(before) || !is_set(after))
            return -1;
        Py_ssize_t end = Py_MAX(LENGTH(before), LENGTH(after));
        if (end > MOST_DIGITS) {
            PyErr_Format(PyExc_ValueError, "no number of a set is %d or higher", MOST);
            return -1;
        }
        while (length < end)
            changed[length++] = 0;
        for (Py_ssize_t place = 0; place < end; place++)
            changed[place] |= (place < LENGTH(before) ? DIGITS(before)[place] : 0) ^
                              (place < LENGTH(after) ? DIGITS(after)[place] : 0);
    }
    while (length && !changed[length - 1])
        length--;
    return length;
}

/* Whether what is kept of a number still holds; -1: an error. */
static int holds_still(PyObject *kept, Py_ssize_t number, PyObject *then, PyObject *now, const digit *changed,
                       Py_ssize_t length)
{
    for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(now); each++) {
        PyObject *before = PyTuple_GET_ITEM(PyTuple_GET_ITEM(then, each), number);
        PyObject *after = PyTuple_GET_ITEM(PyTuple_GET_ITEM(now, each), number);
        int differs = before == after ? 0 : PyObject_RichCompareBool(before, after, Py_NE);
        if (differs)
            return differs < 0 ? -1 : 0;
    }
    PyObject *near = PyTuple_GET_ITEM(kept, 0);
    if (!is_set(near))
        return -1;
    for (Py_ssize_t place = Py_MIN(LENGTH(near), length) - 1; place >= 0; place--)
        if (DIGITS(near)[place] & changed[place])
            return 0;
    return 1;
}

/* still(kept, then, now, sets_then, sets_now): see the twin. */
static PyObject *still(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5 || !PyList_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a list, and rows and sets as they were and as they are, are wanted");
    if (!same_number_of_rows(args[1], args[2]) || !same_number_of_rows(args[3], args[4]))
        return NULL;
    digit changed[MOST_DIGITS];
    Py_ssize_t length = changes(args[3], args[4], changed);
    PyObject *found = length < 0 ? NULL : PyList_GetSlice(args[0], 0, PY_SSIZE_T_MAX); /* ours, whatever else is run */
    if (!found)
        return NULL;
    Py_ssize_t size = PyList_GET_SIZE(found);
    for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(args[2]); each++)
        for (Py_ssize_t of = 1; of <= 2; of++) {
            PyObject *row = PyTuple_GET_ITEM(args[of], each);
            if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) < size) {
                Py_DECREF(found);
                return PyErr_Format(PyExc_TypeError, "a row has an entry for each");
            }
        }
    for (Py_ssize_t number = 0; number < size; number++) {
        PyObject *kept = PyList_GET_ITEM(found, number);
        if (kept == Py_None)
            continue;
        int held = is_kept(kept) ? holds_still(kept, number, args[1], args[2], changed, length) : -1;
        if (held < 0) {
            Py_DECREF(found);
            return NULL;
        }
        if (!held) {
            PyList_SET_ITEM(found, number, Py_NewRef(Py_None));
            Py_DECREF(kept);
        }
    }
    return found;
}

/* What is kept of a number; NULL with an error set where there is no such entry. Borrowed. */
static PyObject *kept_of(PyObject *kept, Py_ssize_t number)
{
    if (number < PyList_GET_SIZE(kept)) {
        PyObject *entry = PyList_GET_ITEM(kept, number);
        return is_kept(entry) ? entry : NULL;
    }
    return PyErr_Format(PyExc_IndexError, "a list of %zd has no entry %zd", PyList_GET_SIZE(kept), number);
}

/* unkept(kept, numbers): those of some numbers of which nothing is kept. */
static PyObject *unkept(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyList_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a list and a set are wanted");
    if (!is_set(args[1]))
        return NULL;
    PyObject *found = PyList_New(0);
    EACH_IN (args[1], number) {
        PyObject *entry = found ? kept_of(args[0], number) : NULL, *one = NULL;
        if (!entry || (entry == Py_None && (!(one = PyLong_FromSsize_t(number)) || PyList_Append(found, one) < 0)))
            Py_CLEAR(found);
        Py_XDECREF(one);
        if (!found)
            return NULL;
    }
    return found;
}

/* gathered(kept, numbers): the lists kept of some numbers, one after the other. */
static PyObject *gathered(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyList_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a list and a set are wanted");
    if (!is_set(args[1]))
        return NULL;
    Py_ssize_t total = 0, next = 0;
    PyObject *found = NULL;
    for (int round = 0; round < 2; round++) { /* what to make room for; and that filled */
        EACH_IN (args[1], number) {
            PyObject *entry = kept_of(args[0], number), *list = entry && entry != Py_None ? PyTuple_GET_ITEM(entry, 1) : entry;
            if (!list || !PyList_Check(list)) {
                Py_XDECREF(found);
                return list ? PyErr_Format(PyExc_TypeError, "no list is kept of %zd", number) : NULL;
            }
            Py_ssize_t size = PyList_GET_SIZE(list);
            total += found ? 0 : size;
            for (Py_ssize_t each = 0; found && each < size && next < total; each++)
                PyList_SET_ITEM(found, next++, Py_NewRef(PyList_GET_ITEM(list, each)));
        }
        if (!found && !(found = PyList_New(total))) /* can collect garbage, and that run anything */
            return NULL;
    }
    if (next < total) {
        Py_DECREF(found);
        return PyErr_Format(PyExc_RuntimeError, "the lists changed meanwhile");
    }
    return found;
}
