/* What a march comes to, last steps and all, kept as C numbers: the twin of `Reached`. */

typedef struct {
    PyObject_HEAD
    PyObject *hexes; /* the number of each hex, as an object */
    int *order, *costs, count; /* hexes as they were come to; what each hex costs, below 0 where it was not come to */
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
        int hex = self->order[each];
        PyObject *cost = PyLong_FromLong(self->costs[hex]);
        if (!cost || PyDict_SetItem(found, PyTuple_GET_ITEM(self->hexes, hex), cost) < 0)
            Py_CLEAR(found);
        Py_XDECREF(cost);
    }
    return found;
}

static PyObject *reached_picked(Reached *self, PyObject *row)
{
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != PyTuple_GET_SIZE(self->hexes))
        return PyErr_Format(PyExc_TypeError, "a row with an entry for each hex is wanted");
    int count = self->count;
    PyObject *found = PyList_New(count);
    for (int each = 0; found && each < count; each++)
        PyList_SET_ITEM(found, each, Py_NewRef(PyTuple_GET_ITEM(row, self->order[each])));
    return found;
}

static PyObject *reached_meets(Reached *self, PyObject *hexes)
{
    if (!is_set(hexes))
        return NULL;
    Py_ssize_t size = PyTuple_GET_SIZE(self->hexes);
    EACH_IN (hexes, hex)
        if (hex < size && self->costs[hex] >= 0)
            Py_RETURN_TRUE;
    Py_RETURN_FALSE;
}

static PyObject *reached_cost(Reached *self, PyObject *hex)
{
    Py_ssize_t wanted = PyLong_AsSsize_t(hex);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    int known = wanted >= 0 && wanted < PyTuple_GET_SIZE(self->hexes);
    return PyLong_FromLong(known ? self->costs[wanted] : -1);
}

static PyObject *reached_leave_out(Reached *self, PyObject *hexes)
{
    if (!is_set(hexes))
        return NULL;
    Py_ssize_t size = PyTuple_GET_SIZE(self->hexes);
    int struck = 0, left = 0;
    EACH_IN (hexes, hex)
        if (hex < size && self->costs[hex] >= 0) {
            self->costs[hex] = -1;
            struck++;
        }
    for (int each = 0; struck && each < self->count; each++)
        if (self->costs[self->order[each]] >= 0)
            self->order[left++] = self->order[each];
    self->count -= struck;
    Py_RETURN_NONE;
}

/* after(first, price): all of it comes after a first hex with its price. */
static PyObject *reached_after(Reached *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2)
        return PyErr_Format(PyExc_TypeError, "a hex and a price are wanted");
    long first = PyLong_AsLong(args[0]), price = PyLong_AsLong(args[1]);
    if (PyErr_Occurred())
        return NULL;
    if (first < 0 || first >= PyTuple_GET_SIZE(self->hexes) || price < 1 || price > MOST_POINTS)
        return PyErr_Format(PyExc_ValueError, "a hex costs a point or more, %d at most", MOST_POINTS);
    int place = 0;
    while (place < self->count && self->order[place] != first)
        place++;
    self->count += place == self->count;
    for (int each = place; each > 0; each--)
        self->order[each] = self->order[each - 1];
    self->order[0] = (int)first;
    self->costs[first] = 0;
    for (int each = 0; each < self->count; each++)
        self->costs[self->order[each]] += (int)price;
    Py_RETURN_NONE;
}

static PyMethodDef reached_methods[] = {
    {"by_hex", (PyCFunction)reached_by_hex, METH_NOARGS, "What each hex costs, in the order they were come to."},
    {"picked", (PyCFunction)reached_picked, METH_O, "The entries of a row for the hexes."},
    {"meets", (PyCFunction)reached_meets, METH_O, "Whether one of some hexes is among them."},
    {"cost", (PyCFunction)reached_cost, METH_O, "What a hex costs; -1 where it is not among them."},
    {"after", (PyCFunction)(void (*)(void))reached_after, METH_FASTCALL, "All of it comes after a first hex."},
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

/* What is still to be looked at of the hexes that end the way: as a set, so that they come lowest first. */
typedef struct {
    digit digits[MOST_DIGITS];
    Py_ssize_t length;
} Endings;

static void note_ending(Endings *endings, PyObject *ends, int hex)
{
    if (!holds(ends, hex))
        return;
    while (endings->length <= hex / PyLong_SHIFT)
        endings->digits[endings->length++] = 0;
    endings->digits[hex / PyLong_SHIFT] |= (digit)1 << hex % PyLong_SHIFT;
}

/* Last steps, from what a search has found. Endings they lead to are noted. */
static void add_halts(Ways *halts, Found *found, Reached *reached, PyObject *closed, PyObject *ends, Endings *endings)
{
    int start = found->start, points = found->points, *costs = reached->costs;
    for (int each = -1; each < found->entered; each++) {
        int here = each < 0 ? start : found->order[each], spent = each < 0 ? 0 : found->best[here];
        for (int next = halts->first[here]; next < halts->first[here + 1]; next++) {
            int there = halts->moves[next].there, total = spent + halts->moves[next].price;
            if (total > points || there == start || (costs[there] >= 0 && total >= costs[there]))
                continue;
            if (holds(closed, there)) {
                note_ending(endings, ends, there);
                continue;
            }
            if (costs[there] < 0)
                reached->order[reached->count++] = there;
            costs[there] = total;
        }
    }
}

static void add_endings(Ways *into, Ways *into_zone, Found *found, Reached *reached, Endings *endings, PyObject *zone)
{
    int start = found->start, points = found->points, zoned = holds(zone, start);
    for (Py_ssize_t place = 0; place < endings->length; place++)
        for (digit left = endings->digits[place]; left; left &= left - 1) {
            int hex = (int)(place * PyLong_SHIFT) + __builtin_ctz(left);
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
            reached->order[reached->count++] = hex;
            reached->costs[hex] = best;
        }
}

static Reached *new_reached(Ways *ways)
{
    Reached *reached = (Reached *)ReachedType.tp_alloc(&ReachedType, 0);
    if (!reached)
        return NULL;
    reached->hexes = Py_NewRef(ways->hexes);
    if (!(reached->order = PyMem_New(int, 2 * ways->size + 1))) {
        PyErr_NoMemory();
        Py_CLEAR(reached);
        return NULL;
    }
    reached->costs = reached->order + ways->size;
    memset(reached->costs, -1, (size_t)ways->size * sizeof(int)); /* -1 has all bits set */
    return reached;
}

/* come_to(halts, into, into_zone, start, points, closed, ends, zone, single): see the twin. Only hexes at the way are
   looked at: a search notes those it finds closed. */
static PyObject *ways_come_to(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 9 || Py_TYPE(args[1]) != Py_TYPE(self) || Py_TYPE(args[2]) != Py_TYPE(self) ||
        (args[0] != Py_None && Py_TYPE(args[0]) != Py_TYPE(self)))
        return PyErr_Format(PyExc_TypeError, "other ways, start, points and sets are wanted");
    Ways *halts = args[0] == Py_None ? NULL : (Ways *)args[0], *into = (Ways *)args[1], *into_zone = (Ways *)args[2];
    PyObject *closed = args[5], *ends = args[6], *zone = args[7], *single = args[8], *nothing = NULL;
    Py_ssize_t size = self->size;
    if (!is_set(closed) || !is_set(ends) || !is_set(zone) || !is_set(single))
        return NULL;
    if ((halts && halts->size != size) || into->size != size || into_zone->size != size)
        return PyErr_Format(PyExc_ValueError, "all ways are of one map");
    if (size > MOST)
        return PyErr_Format(PyExc_ValueError, "no set holds %zd hexes", size);
    Found found = {NULL};
    Reached *reached = new_reached(self);
    if (!reached || !(nothing = PyLong_FromLong(0)))
        goto failed;
    PyObject *asked[4] = {args[3], args[4], closed, nothing};
    if (!search(self, asked, NULL, &found))
        goto failed;
    for (int each = 0; each < found.entered; each++) {
        int hex = reached->order[each] = found.order[each];
        reached->costs[hex] = found.best[hex];
    }
    reached->count = found.entered;
    if (found.points > 0) {
        Endings endings;
        endings.length = 0; /* its digits are set as they are wanted */
        for (int each = 1; each <= found.shut; each++)
            note_ending(&endings, ends, found.order[size - each]);
        if (halts)
            add_halts(halts, &found, reached, closed, ends, &endings);
        add_endings(into, into_zone, &found, reached, &endings, zone);
    }
    EACH_IN (single, hex)
        if (hex < size && reached->costs[hex] < 0 && found.points >= 0) {
            reached->order[reached->count++] = (int)hex;
            reached->costs[hex] = found.points;
        }
    PyMem_Free(found.room);
    Py_DECREF(nothing);
    return (PyObject *)reached;
failed:
    Py_XDECREF(nothing);
    Py_XDECREF(reached);
    return NULL;
}

static PyMethodDef ways_methods[] = {
    {"come_to", (PyCFunction)(void (*)(void))ways_come_to, METH_FASTCALL, "What is reached, last steps and all."},
    {"reach", (PyCFunction)(void (*)(void))ways_reach, METH_FASTCALL, "The cheapest cost of every hex in reach."},
    {"way", (PyCFunction)(void (*)(void))ways_way, METH_FASTCALL, "What the cheapest way to a hex costs, and the way."},
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
