/* What a march comes to, last steps and all, kept as C numbers: the twin of `Reached`. */

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
static void add_halts(Ways *halts, Found *found, Reached *reached, int *costs, PyObject *closed)
{
    int start = found->start, points = found->points;
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

static void add_endings(Ways *into, Ways *into_zone, Found *found, Reached *reached, int *costs, PyObject *ends,
                        PyObject *zone)
{
    int start = found->start, points = found->points, zoned = holds(zone, start);
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
    for (Py_ssize_t hex = 0; hex < size; hex++)
        costs[hex] = -1;
    for (int each = 0; each < found.entered; each++) {
        int hex = reached->order[each] = found.order[each];
        costs[hex] = found.best[hex];
    }
    reached->count = found.entered;
    if (halts && found.points > 0)
        add_halts(halts, &found, reached, costs, closed);
    if (found.points > 0)
        add_endings(into, into_zone, &found, reached, costs, ends, zone);
    EACH_IN (single, hex)
        if (hex < size && costs[hex] < 0) {
            reached->order[reached->count++] = (int)hex;
            costs[hex] = found.points;
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
