/* Where a march leads, by whole sets: quicker than a search where nobody asks what each hex costs. */

#define ROOM 2048 /* digits of all waves together: for more it is a search */

typedef struct {
    int price, place; /* moves of one price into hexes of one digit of a set */
    digit hexes;
} Part;

typedef struct Parts {
    int *first; /* of the parts that leave a hex, the cheapest first; one more at the end */
    Part *parts;
    int *entered_by; /* the moves by the hex they enter: those that enter a hex begin here; one more at the end */
    Move *entries; /* those from the lowest hex first */
} Parts;

static void parts_free(Parts *parts)
{
    if (!parts)
        return;
    PyMem_Free(parts->first);
    PyMem_Free(parts->parts);
    PyMem_Free(parts->entered_by);
    PyMem_Free(parts->entries);
    PyMem_Free(parts);
}

static void turn_round(Ways *self, Parts *parts)
{
    int *first = parts->entered_by, size = (int)self->size;
    for (int each = 0; each < self->first[size]; each++)
        first[self->moves[each].there + 1]++;
    for (int here = 0; here < size; here++)
        first[here + 1] += first[here];
    for (int here = size - 1; here >= 0; here--) /* from the last: `first[n + 1]` comes down to where hex n begins */
        for (int each = self->first[here]; each < self->first[here + 1]; each++)
            parts->entries[--first[self->moves[each].there + 1]] = (Move){here, self->moves[each].price};
    for (int here = 0; here < size; here++)
        first[here] = first[here + 1];
    first[size] = self->first[size];
}

static void part_moves(Ways *self, Parts *all)
{
    Part *parts = all->parts;
    int found = 0;
    for (Py_ssize_t here = 0; here < self->size; here++) {
        int first = all->first[here] = found;
        for (int each = self->first[here]; each < self->first[here + 1]; each++) {
            int price = self->moves[each].price, there = self->moves[each].there, place = there / PyLong_SHIFT, at = first;
            while (at < found && (parts[at].price < price || (parts[at].price == price && parts[at].place != place)))
                at++;
            if (at == found || parts[at].price > price) {
                memmove(parts + at + 1, parts + at, sizeof(Part) * (found++ - at));
                parts[at] = (Part){price, place, 0};
            }
            parts[at].hexes |= (digit)1 << there % PyLong_SHIFT;
        }
    }
    all->first[self->size] = found;
}

static int has_parts(Ways *self)
{
    if (self->parts)
        return 1;
    Py_ssize_t size = self->size, moves = self->first[size];
    Parts *parts = PyMem_Calloc(1, sizeof(Parts));
    if (parts) {
        parts->first = PyMem_New(int, size + 1);
        parts->parts = PyMem_New(Part, moves + 1);
        parts->entered_by = PyMem_Calloc(size + 1, sizeof(int));
        parts->entries = PyMem_New(Move, moves + 1);
    }
    if (!parts || !parts->first || !parts->parts || !parts->entered_by || !parts->entries) {
        parts_free(parts);
        PyErr_NoMemory();
        return 0;
    }
    turn_round(self, parts);
    part_moves(self, parts);
    self->parts = parts;
    return 1;
}

typedef struct {
    int start, width; /* digits of a set */
    int cost; /* of the goal; -1: it was not come to */
    digit waves[ROOM], *passed; /* for each cost, the hexes that cost so much; closed and come to, and the start */
} Waves;

/* Asked as a search is; with a goal (-1: none) it ends where that is come to. 1 if it is done, 0 with an error set, -1
   where there is no room for so many waves. */
static int send_waves(Ways *self, PyObject *const *args, PyObject *barred, long goal, Waves *found)
{
    long start = PyLong_AsLong(args[0]), points = PyLong_AsLong(args[1]);
    if (PyErr_Occurred() || !is_set(args[2]) || !is_set(args[3]) || (barred && !is_set(barred)) || !has_parts(self))
        return 0;
    int width = (int)((self->size + PyLong_SHIFT - 1) / PyLong_SHIFT);
    if (start < 0 || start >= self->size || points < 1 || points >= ROOM || (points + 2) * width > ROOM)
        return -1;
    PyObject *closed = args[2], *stops = args[3];
    const Parts *all = self->parts;
    found->start = (int)start;
    found->width = width;
    found->cost = -1;
    digit *waves = found->waves, *passed = found->passed = waves + (points + 1) * width;
    memset(waves, 0, sizeof(digit) * (points + 2) * width); /* no more of the room than is wanted */
    memcpy(passed, DIGITS(closed), sizeof(digit) * Py_MIN(width, LENGTH(closed)));
    int low = (int)start / PyLong_SHIFT, high = low; /* digits in use */
    passed[low] |= (digit)1 << start % PyLong_SHIFT;
    const Part *part = all->parts + all->first[start], *end = all->parts + all->first[start + 1];
    for (; part < end && part->price <= points; part++) {
        digit shut = barred && part->place < LENGTH(barred) ? DIGITS(barred)[part->place] : 0;
        waves[part->price * width + part->place] |= part->hexes & ~shut;
        low = Py_MIN(low, part->place);
        high = Py_MAX(high, part->place);
    }
    for (int spent = 1; spent <= points && found->cost < 0; spent++) {
        digit *wave = waves + spent * width;
        for (int place = low, last = high; place <= last; place++) {
            digit front = wave[place] &= ~passed[place];
            if (!front)
                continue;
            passed[place] |= front;
            if (place < LENGTH(stops))
                front &= ~DIGITS(stops)[place];
            for (; front && spent < points; front &= front - 1) {
                Py_ssize_t here = place * PyLong_SHIFT + __builtin_ctz(front);
                end = all->parts + all->first[here + 1];
                for (part = all->parts + all->first[here]; part < end && part->price <= points - spent; part++) {
                    wave[part->price * width + part->place] |= part->hexes;
                    low = Py_MIN(low, part->place);
                    high = Py_MAX(high, part->place);
                }
            }
        }
        if (goal >= 0 && wave[goal / PyLong_SHIFT] >> goal % PyLong_SHIFT & 1)
            found->cost = spent;
    }
    return 1;
}

/* goals(start, points, closed, stops, barred): the set of what is reached, when the first step enters nothing barred. */
static PyObject *ways_goals(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5)
        return PyErr_Format(PyExc_TypeError, "start, points, closed, stops and barred are wanted");
    if (self->size > MOST)
        return PyErr_Format(PyExc_ValueError, "no set holds %zd hexes", self->size);
    Waves waves;
    int done = send_waves(self, args, args[4], -1, &waves);
    if (done > 0) {
        for (int place = 0; place < Py_MIN(waves.width, LENGTH(args[2])); place++)
            waves.passed[place] &= ~DIGITS(args[2])[place];
        waves.passed[waves.start / PyLong_SHIFT] &= ~((digit)1 << waves.start % PyLong_SHIFT);
        return set_of(waves.passed, waves.width);
    }
    Found found;
    if (!done || !search(self, args, args[4], &found))
        return NULL;
    digit digits[MOST_DIGITS];
    Py_ssize_t length = (self->size + PyLong_SHIFT - 1) / PyLong_SHIFT;
    for (Py_ssize_t place = 0; place < length; place++)
        digits[place] = 0;
    for (int each = 0; each < found.entered; each++)
        digits[found.order[each] / PyLong_SHIFT] |= (digit)1 << found.order[each] % PyLong_SHIFT;
    PyMem_Free(found.room);
    return set_of(digits, length);
}

/* The lowest hex from which another is entered at its cost, and what it costs itself: by waves, or by a search. */
static int step_before(Ways *self, const Waves *waves, const Found *found, PyObject *stops, int here, int *cost)
{
    int start = waves ? waves->start : found->start;
    for (int each = self->parts->entered_by[here]; each < self->parts->entered_by[here + 1]; each++) {
        int before = self->parts->entries[each].there, spent = *cost - self->parts->entries[each].price;
        if (before == start ? spent != 0 : spent < 1 || holds(stops, before))
            continue;
        if (before != start && (waves ? !(waves->waves[spent * waves->width + before / PyLong_SHIFT] >>
                                          before % PyLong_SHIFT & 1)
                                      : found->best[before] != spent))
            continue;
        *cost = spent;
        return before;
    }
    return -1; /* never: something led here */
}

/* way(start, points, closed, stops, goal): see the twin. */
static PyObject *ways_way(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 5)
        return PyErr_Format(PyExc_TypeError, "start, points, closed, stops and a goal are wanted");
    long goal = PyLong_AsLong(args[4]);
    if (goal < 0 || goal >= self->size)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "there is no hex %ld", goal);
    Waves waves;
    Found found = {NULL};
    int done = send_waves(self, args, NULL, goal, &waves);
    if (!done || (done < 0 && !search(self, args, NULL, &found)))
        return NULL;
    int start = done > 0 ? waves.start : found.start, cost = done > 0 ? waves.cost : -1;
    if (done < 0 && found.room && goal != start && found.best[goal] >= 1 && found.best[goal] <= found.points)
        cost = found.best[goal];
    PyObject *way = cost < 0 ? NULL : PyList_New(0);
    for (int here = (int)goal, left = cost; way && here != start;) {
        if (here < 0 || PyList_Append(way, PyTuple_GET_ITEM(self->hexes, here)) < 0)
            Py_CLEAR(way);
        else
            here = step_before(self, done > 0 ? &waves : NULL, &found, args[3], here, &left);
    }
    PyMem_Free(found.room);
    if (cost < 0)
        PyErr_SetObject(PyExc_KeyError, args[4]);
    if (!way || PyList_Reverse(way) < 0) {
        Py_XDECREF(way);
        return NULL;
    }
    return Py_BuildValue("(iN)", cost, way);
}
