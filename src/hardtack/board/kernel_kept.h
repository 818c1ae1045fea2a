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

/* still(kept, then, now, changed): see the twin. An entry of `kept` is None, or begins with the hexes that count for it. */
static PyObject *still(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 4 || !PyList_Check(args[0]) || !PyTuple_Check(args[1]) || !PyTuple_Check(args[2]) ||
        PyTuple_GET_SIZE(args[1]) != PyTuple_GET_SIZE(args[2]))
        return PyErr_Format(PyExc_TypeError, "a list, rows as they were and as they are, and a set are wanted");
    if (!is_set(args[3]))
        return NULL;
    PyObject *found = PyList_GetSlice(args[0], 0, PY_SSIZE_T_MAX); /* ours alone, whatever a comparison runs */
    if (!found)
        return NULL;
    Py_ssize_t size = PyList_GET_SIZE(found), rows = PyTuple_GET_SIZE(args[1]);
    for (Py_ssize_t each = 0; each < rows; each++)
        for (Py_ssize_t of = 1; of <= 2; of++) {
            PyObject *row = PyTuple_GET_ITEM(args[of], each);
            if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) < size) {
                Py_DECREF(found);
                return PyErr_Format(PyExc_TypeError, "a row has an entry for each");
            }
        }
    for (Py_ssize_t number = 0; number < size; number++) {
        PyObject *was = PyList_GET_ITEM(found, number), *kept = was;
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
        if (kept != was) {
            PyList_SET_ITEM(found, number, Py_NewRef(kept));
            Py_DECREF(was);
        }
    }
    return found;
}
