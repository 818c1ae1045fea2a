/* Reach: the moves of one kind of piece in rows of C numbers, and what they lead to. */

#define MOST_POINTS (1 << 24) /* of a search, and of a move: sums are far from the largest number in C */

typedef struct {
    int there, price;
} Move;

struct Parts;

typedef struct {
    PyObject_HEAD
    Py_ssize_t size;
    PyObject *hexes; /* the number of each hex, as an object */
    int *first; /* of the moves that leave a hex; one more at the end */
    Move *moves;
    struct Parts *parts; /* the same by whole sets; made when first wanted */
    unsigned *onward; /* after each move: which of those that leave the hex can be worth making; made when first wanted */
} Ways;

#define MOST_MOVES 32 /* that leave a hex: bits of a number in C */

static void parts_free(struct Parts *parts);

static void ways_free(Ways *self)
{
    parts_free(self->parts);
    Py_XDECREF(self->hexes);
    PyMem_Free(self->first);
    PyMem_Free(self->moves);
    PyMem_Free(self->onward);
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
        if (PyTuple_GET_SIZE(row) > MOST_MOVES) {
            PyErr_Format(PyExc_ValueError, "%d moves leave a hex at most", MOST_MOVES);
            goto failed;
        }
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(row); each++, next++) {
            Move *move = self->moves + next;
            if (!PyArg_ParseTuple(PyTuple_GET_ITEM(row, each), "ii", &move->there, &move->price))
                goto failed;
            if (move->there < 0 || move->there >= size || move->price < 1 || move->price > MOST_POINTS) {
                PyErr_Format(PyExc_ValueError, "a move leads to a hex and costs a point or more, %d at most", MOST_POINTS);
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

/* After a move from a to b nothing is won by going back to a, nor by going on to what is no dearer to enter from a
   itself: by then all moves from a have been looked at. */
static int is_worth(Ways *self, int from, const Move *move, const Move *next)
{
    if (next->there == from)
        return 0;
    for (int each = self->first[from]; each < self->first[from + 1]; each++)
        if (self->moves[each].there == next->there && self->moves[each].price <= move->price + next->price)
            return 0;
    return 1;
}

static int find_onward(Ways *self)
{
    self->onward = PyMem_Calloc(self->first[self->size] + 1, sizeof(unsigned));
    if (!self->onward) {
        PyErr_NoMemory();
        return 0;
    }
    for (int from = 0; from < self->size; from++)
        for (int each = self->first[from]; each < self->first[from + 1]; each++) {
            int there = self->moves[each].there, first = self->first[there];
            for (int next = first; next < self->first[there + 1]; next++)
                self->onward[each] |= (unsigned)is_worth(self, from, self->moves + each, self->moves + next) << (next - first);
        }
    return 1;
}

typedef struct {
    int last, next; /* the move that led here; the next entry of the bucket */
} Entry;

typedef struct {
    char *room;
    int *best, *order, entered; /* costs by hex; hexes in the order they were first entered, and how many they are */
    int shut; /* closed hexes that could have been entered: how many stand, the last first, at the end of the order */
    int start, points; /* as they were asked for */
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
    if (points > MOST_POINTS) {
        PyErr_Format(PyExc_ValueError, "a search has %d points at most", MOST_POINTS);
        return 0;
    }
    found->start = (int)start;
    found->points = (int)points;
    if (points < 1)
        return 1;
    if (!self->onward && !find_onward(self))
        return 0;
    Py_ssize_t size = self->size, edges = self->first[size];
    /* best costs; hexes in the order they were entered; entries of the buckets; first and last entry of each bucket */
    found->room = PyMem_Malloc(sizeof(int) * (2 * size + 2 * (points + 1)) + sizeof(Entry) * (edges + 1));
    if (!found->room) {
        PyErr_NoMemory();
        return 0;
    }
    Entry *entries = (Entry *)found->room;
    int *best = (int *)(entries + edges + 1), *order = best + size, *head = order + size, *tail = head + points + 1;
    int entered = 0, used = 0, shut = 0;
    for (Py_ssize_t here = 0; here < size; here++)
        best[here] = (int)points + 1;
    best[start] = 0;
    for (long spent = 0; spent <= points; spent++)
        head[spent] = -1;
    PyObject *closed = args[2], *stops = args[3];
    const int *first = self->first, limit = (int)points, stopping = LENGTH(stops) > 0;
    const Move *moves = self->moves;
    long spent = 0;
    int here = (int)start, entry = -1;
    unsigned worth = (unsigned)((1ull << (first[here + 1] - first[here])) - 1);
    for (;;) {
        for (; worth; worth &= worth - 1) {
            int way = first[here] + __builtin_ctz(worth), there = moves[way].there, total = (int)spent + moves[way].price;
            if (total >= best[there] || (barred && here == start && holds(barred, there)))
                continue;
            if (best[there] > limit) { /* for the first time: few of those closed lie at the way */
                if (holds(closed, there)) {
                    order[size - ++shut] = there;
                    best[there] = 0;
                    continue;
                }
                order[entered++] = there;
            }
            best[there] = total;
            if (total < limit) { /* a hex that takes the last point leads nowhere */
                entries[used] = (Entry){way, -1};
                if (head[total] < 0)
                    head[total] = used;
                else
                    entries[tail[total]].next = used;
                tail[total] = used++;
            }
        }
        int from_start; /* what is barred to the first step may be entered by the second */
        do { /* the next entry that still holds, and may be left */
            entry = entry < 0 ? -1 : entries[entry].next;
            while (entry < 0 && ++spent < points)
                entry = head[spent];
            if (entry < 0)
                break;
            here = moves[entries[entry].last].there;
            from_start = barred && entries[entry].last >= first[start] && entries[entry].last < first[start + 1];
        } while (best[here] != spent || (stopping && holds(stops, here)));
        if (entry < 0)
            break;
        worth = from_start ? (unsigned)((1ull << (first[here + 1] - first[here])) - 1) : self->onward[entries[entry].last];
    }
    found->best = best;
    found->order = order;
    found->entered = entered;
    found->shut = shut;
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
