/* Sets of hexes: taken apart, put together, and what they lead to by rows of sets or by roads. */

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

static PyObject *mask_of(PyObject *module, PyObject *numbers)
{
    PyObject *each = PyObject_GetIter(numbers), *one;
    if (!each)
        return NULL;
    digit digits[MOST_DIGITS];
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

/* nth(mask, number): the hex of a set that comes after so many others of it. */
static PyObject *nth(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2)
        return PyErr_Format(PyExc_TypeError, "a set and a number are wanted");
    long left = small(args[1]);
    if (!is_set(args[0]) || (left == -1 && PyErr_Occurred()))
        return NULL;
    for (Py_ssize_t place = 0; left >= 0 && place < LENGTH(args[0]); place++) {
        digit held = DIGITS(args[0])[place];
        int here = __builtin_popcount(held);
        if (left >= here) {
            left -= here;
            continue;
        }
        while (left--)
            held &= held - 1;
        return PyLong_FromSsize_t(place * PyLong_SHIFT + __builtin_ctz(held));
    }
    return PyErr_Format(PyExc_IndexError, "the set has no such hex");
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
    digit found[MOST_DIGITS], front[MOST_DIGITS], next[MOST_DIGITS];
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
    digit found[MOST_DIGITS];
    EACH_IN (args[1], number) {
        PyObject *row = number < size ? PySequence_Fast_GET_ITEM(args[0], number) : NULL;
        if (!row || !is_set(row) || LENGTH(row) > MOST_DIGITS)
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

/* The first digit that is not 0, or the end; several are passed over at once: a set as wide as a map may begin late. */
static Py_ssize_t first_used(const digit *digits, Py_ssize_t end)
{
    Py_ssize_t first = 0;
    for (; first + 8 <= end; first += 8) {
        digit any = 0;
        for (int each = 0; each < 8; each++)
            any |= digits[first + each];
        if (any)
            break;
    }
    while (first < end && !digits[first])
        first++;
    return first;
}

/* spread(rows, start, limit, closed, blocked): every hex within so many steps of one; no closed one is entered, and
   nobody goes on from a blocked one but the first. */
static PyObject *spread(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5 || !(PyTuple_Check(args[0]) || PyList_Check(args[0])))
        return PyErr_Format(PyExc_TypeError, "rows of sets, a hex, a limit and two sets are wanted");
    if (!is_set(args[3]) || !is_set(args[4]))
        return NULL;
    Py_ssize_t size = PySequence_Fast_GET_SIZE(args[0]), length = (size + PyLong_SHIFT - 1) / PyLong_SHIFT;
    long start = small(args[1]), limit = small(args[2]);
    if (PyErr_Occurred())
        return NULL;
    if (start < 0 || start >= size || size > MOST)
        return PyErr_Format(PyExc_IndexError, "there is no row %ld", start);
    digit seen[MOST_DIGITS], edge[MOST_DIGITS], next[MOST_DIGITS];
    for (Py_ssize_t place = 0; place < length; place++)
        seen[place] = edge[place] = next[place] = 0;
    Py_ssize_t low = start / PyLong_SHIFT, high = low + 1; /* the digits in use */
    seen[low] = edge[low] = (digit)1 << start % PyLong_SHIFT;
    for (int more = 1; more && limit > 0; limit--) {
        Py_ssize_t from = low, to = high;
        for (Py_ssize_t here = from; here < to; here++)
            for (digit left = edge[here]; left; left &= left - 1) {
                Py_ssize_t number = here * PyLong_SHIFT + __builtin_ctz(left);
                PyObject *row = number < size ? PySequence_Fast_GET_ITEM(args[0], number) : NULL;
                if (!row || !is_set(row) || LENGTH(row) > length)
                    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no row leads beyond the others");
                const digit *leads = DIGITS(row);
                Py_ssize_t end = LENGTH(row), first = first_used(leads, end);
                if (first < end) {
                    low = Py_MIN(low, first);
                    high = Py_MAX(high, end);
                }
                for (Py_ssize_t place = first; place < end; place++)
                    next[place] |= leads[place];
            }
        more = 0;
        for (Py_ssize_t place = low; place < high; place++) {
            digit closed = place < LENGTH(args[3]) ? DIGITS(args[3])[place] : 0;
            digit blocked = place < LENGTH(args[4]) ? DIGITS(args[4])[place] : 0;
            digit onward = next[place] & ~(seen[place] | closed);
            next[place] = 0;
            seen[place] |= onward;
            edge[place] = onward & ~blocked;
            more |= edge[place] != 0;
        }
    }
    return set_of(seen, length);
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
    digit found[MOST_DIGITS], shut[MOST_DIGITS];
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
    EACH_IN (args[1], number) {
        if (number >= size) /* in the last digit there is room for more */
            return PyErr_Format(PyExc_ValueError, "there are rows for %zd numbers", size);
        hexes[waiting++] = (unsigned short)number;
    }
    while (waiting) {
        PyObject *row = PyTuple_GET_ITEM(args[0], hexes[--waiting]);
        if (!PyTuple_Check(row))
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
