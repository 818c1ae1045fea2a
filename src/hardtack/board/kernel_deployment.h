/* A deployment that follows from the one before: see the twins in deployment.py. */

static PyObject *toggled(PyObject *set, Py_ssize_t number)
{
    if (!is_set(set))
        return NULL;
    if (number >= MOST || LENGTH(set) > MOST_DIGITS)
        return PyErr_Format(PyExc_ValueError, "no set holds %zd", number);
    digit digits[MOST_DIGITS];
    Py_ssize_t place = number / PyLong_SHIFT, length = LENGTH(set);
    memcpy(digits, DIGITS(set), (size_t)length * sizeof(digit));
    while (length <= place)
        digits[length++] = 0;
    digits[place] ^= (digit)1 << number % PyLong_SHIFT;
    return set_of(digits, length);
}

/* What is known of counters, and the deployment that is being brought up to date; all of it is borrowed. */
typedef struct {
    PyObject *layer_of, *signs, *room;    /* rows */
    PyObject *layers, *masks, *crowded;   /* a list of dictionaries, a list of sets, a dictionary */
} Following;

/* The entries of a row for all counters in a hex: added up, or as one union of sets. */
static int of_stack(Following *f, PyObject *row, PyObject *hex, int united, long *found)
{
    *found = 0;
    for (Py_ssize_t layer = 0; layer < PyList_GET_SIZE(f->layers); layer++) {
        PyObject *stack = PyDict_GetItemWithError(PyList_GET_ITEM(f->layers, layer), hex);
        if (!stack && PyErr_Occurred())
            return -1;
        for (Py_ssize_t each = 0; stack && each < PyTuple_GET_SIZE(stack); each++) {
            long entry = entry_of(row, small(PyTuple_GET_ITEM(stack, each)));
            if (entry < 0 && PyErr_Occurred())
                return -1;
            *found = united ? *found | entry : *found + entry;
        }
    }
    return 0;
}

/* A counter is in a hex, or no longer: whether a limit of stacking is reached there. */
static int note_room(Following *f, PyObject *hex, Py_ssize_t counter, int came)
{
    long room = entry_of(f->room, counter), after;
    if (PyErr_Occurred())
        return -1;
    if (!room || !PyDict_GET_SIZE(f->crowded))
        return 0;
    if (of_stack(f, f->room, hex, 0, &after) < 0)
        return -1;
    long before = came ? after - room : after + room;
    PyObject *limit, *hexes;
    Py_ssize_t place = 0;
    while (PyDict_Next(f->crowded, &place, &limit, &hexes)) {
        if (!PyLong_CheckExact(limit) || !PyLong_CheckExact(hexes)) { /* with others Python could run, and drop them */
            PyErr_SetString(PyExc_TypeError, "limits and sets are whole numbers");
            return -1;
        }
        long least = PyLong_AsLong(limit);
        if (least == -1 && PyErr_Occurred())
            return -1;
        if ((after >= least) == (before >= least))
            continue;
        PyObject *changed = toggled(hexes, small(hex));
        int failed = !changed || PyDict_SetItem(f->crowded, limit, changed) < 0; /* the limits stay the same ones */
        Py_XDECREF(changed);
        if (failed)
            return -1;
    }
    return 0;
}

/* Some of the sets of hexes held gain a hex, or lose it. */
static int toggle_held(Following *f, unsigned long numbers, long hex, int came)
{
    for (; numbers; numbers &= numbers - 1) {
        Py_ssize_t number = __builtin_ctzl(numbers);
        if (number >= PyList_GET_SIZE(f->masks)) {
            PyErr_Format(PyExc_IndexError, "no set is kept for %zd", number);
            return -1;
        }
        PyObject *set = PyList_GET_ITEM(f->masks, number);
        if (PyLong_CheckExact(set) && holds(set, hex) == came)
            continue;
        PyObject *changed = toggled(set, hex);
        if (!changed || PyList_SetItem(f->masks, number, changed) < 0)
            return -1;
    }
    return 0;
}

/* The stack without a counter; with it, in order, where it came. */
static PyObject *stack_with(PyObject *stack, PyObject *counter, int came)
{
    Py_ssize_t size = stack ? PyTuple_GET_SIZE(stack) : 0, next = 0;
    PyObject *found = PyTuple_New(came ? size + 1 : size - 1);
    long number = small(counter);
    int waits = came;
    for (Py_ssize_t each = 0; found && each < size; each++) {
        PyObject *other = PyTuple_GET_ITEM(stack, each);
        if (!came && small(other) == number)
            continue;
        if (waits && small(other) > number) {
            PyTuple_SET_ITEM(found, next++, Py_NewRef(counter));
            waits = 0;
        }
        if (next >= PyTuple_GET_SIZE(found)) {
            Py_CLEAR(found);
            PyErr_SetString(PyExc_KeyError, "the counter is not in this hex");
            break;
        }
        PyTuple_SET_ITEM(found, next++, Py_NewRef(other));
    }
    if (found && waits)
        PyTuple_SET_ITEM(found, next, Py_NewRef(counter));
    return found;
}

static int step(Following *f, PyObject *stacks, PyObject *counter, PyObject *hex, int came)
{
    Py_ssize_t number = small(counter);
    PyObject *stack = PyDict_GetItemWithError(stacks, hex), *changed = NULL;
    long left = 0, signs = entry_of(f->signs, number);
    if (PyErr_Occurred())
        return -1;
    if (!came && !stack) {
        PyErr_SetObject(PyExc_KeyError, hex);
        return -1;
    }
    if (!came && PyTuple_GET_SIZE(stack) == 1 && small(PyTuple_GET_ITEM(stack, 0)) == number) {
        if (PyDict_DelItem(stacks, hex) < 0)
            return -1;
    } else {
        int failed = !(changed = stack_with(stack, counter, came)) || PyDict_SetItem(stacks, hex, changed) < 0;
        Py_XDECREF(changed);
        if (failed)
            return -1;
    }
    if (!came && of_stack(f, f->signs, hex, 1, &left) < 0)
        return -1;
    if (toggle_held(f, (unsigned long)(signs & ~left), small(hex), came) < 0)
        return -1;
    return note_room(f, hex, number, came);
}

/* follow(nature, kept, present, changed, before, now): see the twin. */
static PyObject *follow(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    Following f;
    if (given != 6 || !PyTuple_Check(args[0]) || !PyTuple_Check(args[1]) || !PyList_Check(args[3]) ||
        !PyTuple_Check(args[4]) || !PyTuple_Check(args[5]))
        return PyErr_Format(PyExc_TypeError, "what counters are, what is kept, who is there, who went, and two rows");
    if (PyTuple_GET_SIZE(args[0]) != 3 || !PyTuple_Check(f.layer_of = PyTuple_GET_ITEM(args[0], 0)) ||
        !PyTuple_Check(f.signs = PyTuple_GET_ITEM(args[0], 1)) || !PyTuple_Check(f.room = PyTuple_GET_ITEM(args[0], 2)))
        return PyErr_Format(PyExc_TypeError, "of counters the layer, the signs and the room are wanted");
    if (PyTuple_GET_SIZE(args[1]) != 3 || !PyList_Check(f.layers = PyTuple_GET_ITEM(args[1], 0)) ||
        !PyList_Check(f.masks = PyTuple_GET_ITEM(args[1], 1)) || !PyDict_Check(f.crowded = PyTuple_GET_ITEM(args[1], 2)))
        return PyErr_Format(PyExc_TypeError, "layers, the hexes held and the crowded ones are wanted");
    if (!is_set(args[2]))
        return NULL;
    if (LENGTH(args[2]) > COUNTER_DIGITS)
        return PyErr_Format(PyExc_ValueError, "there are %d counters at most", MOST_COUNTERS);
    digit present[COUNTER_DIGITS] = {0};
    memcpy(present, DIGITS(args[2]), (size_t)LENGTH(args[2]) * sizeof(digit));
    for (Py_ssize_t each = 0; each < PyList_GET_SIZE(args[3]); each++) {
        PyObject *counter = PyList_GET_ITEM(args[3], each);
        Py_ssize_t number = small(counter);
        long from = entry_of(args[4], number), to = entry_of(args[5], number), layer = entry_of(f.layer_of, number);
        if (PyErr_Occurred())
            return NULL;
        if (number >= MOST_COUNTERS)
            return PyErr_Format(PyExc_ValueError, "there are %d counters at most", MOST_COUNTERS);
        if ((from < 0) != (to < 0))
            present[number / PyLong_SHIFT] ^= (digit)1 << number % PyLong_SHIFT;
        if (layer < 0)
            continue;
        PyObject *stacks = layer < PyList_GET_SIZE(f.layers) ? PyList_GET_ITEM(f.layers, layer) : NULL;
        if (!stacks || !PyDict_Check(stacks))
            return PyErr_Format(PyExc_TypeError, "there is no layer %ld", layer);
        if (from >= 0 && step(&f, stacks, counter, PyTuple_GET_ITEM(args[4], number), 0) < 0)
            return NULL;
        if (to >= 0 && step(&f, stacks, counter, PyTuple_GET_ITEM(args[5], number), 1) < 0)
            return NULL;
    }
    return set_of(present, COUNTER_DIGITS);
}

/* zone_after(table, near, then, now, zone): see the twin. */
static PyObject *zone_after(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5 || !(PyTuple_Check(args[0]) || PyList_Check(args[0])) || !PyTuple_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "two rows of sets and three sets are wanted");
    if (!is_set(args[2]) || !is_set(args[3]) || !is_set(args[4]))
        return NULL;
    PyObject *then = args[2], *now = args[3];
    Py_ssize_t size = Py_MIN(PySequence_Fast_GET_SIZE(args[0]), PyTuple_GET_SIZE(args[1]));
    Py_ssize_t length = Py_MAX(LENGTH(then), LENGTH(now)), end = LENGTH(args[4]);
    if (length > MOST_DIGITS || end > MOST_DIGITS)
        return PyErr_Format(PyExc_ValueError, "no set holds as much");
    digit gone[MOST_DIGITS], arrived[MOST_DIGITS], zone[MOST_DIGITS];
    for (Py_ssize_t place = 0; place < length; place++) {
        digit was = place < LENGTH(then) ? DIGITS(then)[place] : 0, is = place < LENGTH(now) ? DIGITS(now)[place] : 0;
        gone[place] = was & ~is;
        arrived[place] = is & ~was;
    }
    memcpy(zone, DIGITS(args[4]), (size_t)end * sizeof(digit));
    for (int coming = 0; coming < 2; coming++)
        for (Py_ssize_t place = 0; place < length; place++)
            for (digit left = coming ? arrived[place] : gone[place]; left; left &= left - 1) {
                Py_ssize_t hex = place * PyLong_SHIFT + __builtin_ctz(left);
                PyObject *row = hex < size ? PySequence_Fast_GET_ITEM(args[0], hex) : NULL;
                PyObject *near = row ? PyTuple_GET_ITEM(args[1], hex) : NULL;
                if (!row || !is_set(row) || !is_set(near) || LENGTH(row) > MOST_DIGITS)
                    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "there is no row %zd", hex);
                const digit *controlled = DIGITS(row), *around = DIGITS(near);
                if (coming) {
                    while (end < LENGTH(row))
                        zone[end++] = 0;
                    for (Py_ssize_t each = 0; each < LENGTH(row); each++)
                        zone[each] |= controlled[each];
                    continue;
                }
                for (Py_ssize_t each = 0; each < Py_MIN(end, LENGTH(row)); each++)
                    zone[each] &= ~controlled[each];
                for (Py_ssize_t each = 0; each < Py_MIN(LENGTH(now), LENGTH(near)); each++)
                    arrived[each] |= DIGITS(now)[each] & around[each]; /* they may control some of it too */
            }
    return set_of(zone, end);
}
