/* Counters and the hexes they stand in: the row `at` says where each is, below 0 off the map. */

static PyObject *standing(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places, counters and hexes are wanted");
    if (!is_set(args[1]) || !is_set(args[2]))
        return NULL;
    if (LENGTH(args[1]) > COUNTER_DIGITS)
        return PyErr_Format(PyExc_ValueError, "there are %d counters at most", MOST_COUNTERS);
    digit digits[COUNTER_DIGITS] = {0};
    EACH_IN (args[1], counter) {
        Py_ssize_t place = place_of(args[0], counter);
        if (place < 0 && PyErr_Occurred())
            return NULL;
        if (holds(args[2], place))
            digits[counter / PyLong_SHIFT] |= (digit)1 << counter % PyLong_SHIFT;
    }
    return set_of(digits, COUNTER_DIGITS);
}

/* free_to_go(at, spent, counters, points, stops): see the twin. */
static PyObject *free_to_go(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5 || !PyTuple_Check(args[0]) || !PyTuple_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "rows of places and of points, counters, points and hexes are wanted");
    if (!is_set(args[2]) || !is_set(args[4]))
        return NULL;
    if (LENGTH(args[2]) > COUNTER_DIGITS)
        return PyErr_Format(PyExc_ValueError, "there are %d counters at most", MOST_COUNTERS);
    long points = small(args[3]);
    if (points == -1 && PyErr_Occurred())
        return NULL;
    digit digits[COUNTER_DIGITS] = {0};
    EACH_IN (args[2], counter) {
        long spent = entry_of(args[1], counter);
        if (spent == -1 && PyErr_Occurred())
            return NULL;
        Py_ssize_t place = spent ? place_of(args[0], counter) : 0;
        if (place < 0 && PyErr_Occurred())
            return NULL;
        if (!spent || (spent < points && !holds(args[4], place)))
            digits[counter / PyLong_SHIFT] |= (digit)1 << counter % PyLong_SHIFT;
    }
    return set_of(digits, COUNTER_DIGITS);
}

static PyObject *accompanied(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places, counters and others are wanted");
    if (!is_set(args[1]) || !is_set(args[2]))
        return NULL;
    if (LENGTH(args[1]) > COUNTER_DIGITS)
        return PyErr_Format(PyExc_ValueError, "there are %d counters at most", MOST_COUNTERS);
    digit digits[COUNTER_DIGITS] = {0};
    unsigned char some[MOST / 8], several[MOST / 8]; /* hexes with one of the others, with more */
    Py_ssize_t clean = 0; /* bytes that may be read */
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
        Py_ssize_t place = place_of(args[0], counter);
        if (place < 0 && PyErr_Occurred())
            return NULL;
        if (place < 0 || place / 8 >= clean)
            continue;
        const unsigned char *wanted = holds(args[2], counter) ? several : some;
        digits[counter / PyLong_SHIFT] |= (digit)(wanted[place / 8] >> place % 8 & 1) << counter % PyLong_SHIFT;
    }
    return set_of(digits, COUNTER_DIGITS);
}

static PyObject *places(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !PyTuple_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "a row of places and counters are wanted");
    if (!is_set(args[1]))
        return NULL;
    digit digits[MOST_DIGITS];
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
