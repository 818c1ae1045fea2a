/* The few loops of a compiled build that go over bits and hexes, in C. Each has its plain Python twin in `masks.py` or
   `reach.py`, which is what runs where nothing is compiled and what the tests hold this against. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A whole number is a row of digits of 30 bits; the layout changed with Python 3.12. */
#if PY_VERSION_HEX >= 0x030C0000
#define DIGITS(number) (((PyLongObject *)(number))->long_value.ob_digit)
#define LENGTH(number) ((Py_ssize_t)(((PyLongObject *)(number))->long_value.lv_tag >> 3))
#define IS_NEGATIVE(number) ((((PyLongObject *)(number))->long_value.lv_tag & 3) == 2)
#else
#define DIGITS(number) (((PyLongObject *)(number))->ob_digit)
#define LENGTH(number) (Py_ABS(Py_SIZE(number)))
#define IS_NEGATIVE(number) (Py_SIZE(number) < 0)
#endif

static int is_set(PyObject *mask)
{
    if (PyLong_Check(mask) && !IS_NEGATIVE(mask))
        return 1;
    PyErr_SetString(PyExc_ValueError, "a set is a whole number, not below 0");
    return 0;
}

static Py_ssize_t count_bits(PyObject *mask)
{
    Py_ssize_t held = 0;
    for (Py_ssize_t place = 0; place < LENGTH(mask); place++)
        held += __builtin_popcount(DIGITS(mask)[place]);
    return held;
}

/* The numbers of a set, one after the other: `number` is each in turn. */
#define EACH_IN(mask, number)                                                                       \
    for (Py_ssize_t place_ = 0, length_ = LENGTH(mask); place_ < length_; place_++)                 \
        for (digit left_ = DIGITS(mask)[place_]; left_; left_ &= left_ - 1)                         \
            for (Py_ssize_t number = place_ * PyLong_SHIFT + __builtin_ctz(left_), once_ = 1; once_; once_ = 0)

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

#define MOST 65536 /* no number of a set is as high */

static PyObject *mask_of(PyObject *module, PyObject *numbers)
{
    PyObject *each = PyObject_GetIter(numbers), *one;
    if (!each)
        return NULL;
    unsigned char bytes[MOST / 8];
    Py_ssize_t length = 0; /* of the bytes in use */
    while ((one = PyIter_Next(each))) {
        Py_ssize_t number = PyLong_AsSsize_t(one), place = number / 8;
        Py_DECREF(one);
        if (number < 0 || number >= MOST) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "no set holds %zd", number);
            break;
        }
        while (length <= place)
            bytes[length++] = 0;
        bytes[place] |= (unsigned char)(1 << number % 8);
    }
    Py_DECREF(each);
    return PyErr_Occurred() ? NULL : _PyLong_FromByteArray(bytes, length, 1, 0);
}

static PyObject *picked(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 2 || !is_set(args[1]))
        return given == 2 ? NULL : PyErr_Format(PyExc_TypeError, "a row and a set are wanted");
    PyObject *row = PySequence_Fast(args[0], "a row is wanted");
    if (!row)
        return NULL;
    PyObject **entries = PySequence_Fast_ITEMS(row), *found = PyList_New(count_bits(args[1]));
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

static PyObject *marked(PyObject *module, PyObject *row)
{
    if (!PyTuple_Check(row))
        return PyErr_Format(PyExc_TypeError, "a row is wanted");
    Py_ssize_t size = PyTuple_GET_SIZE(row);
    unsigned char bytes[128] = {0};
    if (size > (Py_ssize_t)sizeof bytes * 8)
        return PyErr_Format(PyExc_ValueError, "a row has %zd entries at most", sizeof bytes * 8);
    for (Py_ssize_t number = 0; number < size; number++) {
        int truth = PyObject_IsTrue(PyTuple_GET_ITEM(row, number));
        if (truth < 0)
            return NULL;
        bytes[number >> 3] |= (unsigned char)(truth << (number & 7));
    }
    return _PyLong_FromByteArray(bytes, (size + 7) / 8, 1, 0);
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

/* -- reach: the moves of one kind of piece in rows of C numbers, and what they lead to */

typedef struct {
    int there, price;
} Move;

typedef struct {
    PyObject_HEAD
    Py_ssize_t size;
    int *first; /* of the moves that leave a hex; one more at the end */
    Move *moves;
} Ways;

static void ways_free(Ways *self)
{
    PyMem_Free(self->first);
    PyMem_Free(self->moves);
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
    self->first = PyMem_New(int, size + 1);
    self->moves = PyMem_New(Move, total + 1);
    if (!self->first || !self->moves) {
        PyErr_NoMemory();
        goto failed;
    }
    int next = 0;
    for (Py_ssize_t here = 0; here < size; here++) {
        PyObject *row = PyTuple_GET_ITEM(table, here);
        self->first[here] = next;
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(row); each++, next++) {
            Move *move = self->moves + next;
            if (!PyArg_ParseTuple(PyTuple_GET_ITEM(row, each), "ii", &move->there, &move->price))
                goto failed;
            if (move->there < 0 || move->there >= size || move->price < 1) {
                PyErr_SetString(PyExc_ValueError, "a move leads to a hex and costs a point or more");
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

typedef struct {
    int here, next;
} Entry;

/* reach(start, points, closed, stops): see the twin. Hexes stand in the answer in the order they were first entered. */
static PyObject *ways_reach(Ways *self, PyObject *const *args, Py_ssize_t given)
{
    if (given != 4 || !is_set(args[2]) || !is_set(args[3]))
        return given == 4 ? NULL : PyErr_Format(PyExc_TypeError, "start, points, closed and stops are wanted");
    long start = PyLong_AsLong(args[0]), points = PyLong_AsLong(args[1]);
    if (PyErr_Occurred())
        return NULL;
    if (start < 0 || start >= self->size)
        return PyErr_Format(PyExc_IndexError, "there is no hex %ld", start);
    PyObject *costs = PyDict_New();
    if (!costs || points < 1)
        return costs;
    Py_ssize_t size = self->size, edges = self->first[size];
    /* best costs; hexes in the order they were entered; entries of the buckets; first and last entry of each bucket */
    char *room = PyMem_Malloc(sizeof(int) * (2 * size + 2 * (points + 1)) + sizeof(Entry) * (edges + 1));
    if (!room) {
        Py_DECREF(costs);
        return PyErr_NoMemory();
    }
    Entry *entries = (Entry *)room;
    int *best = (int *)(entries + edges + 1), *order = best + size, *head = order + size, *tail = head + points + 1;
    int entered = 0, used = 0;
    for (Py_ssize_t here = 0; here < size; here++)
        best[here] = (int)points + 1;
    EACH_IN (args[2], number)
        if (number < size)
            best[number] = 0;
    best[start] = 0;
    for (long spent = 0; spent <= points; spent++)
        head[spent] = -1;
    PyObject *stops = args[3];
    long here = start, spent = 0;
    int entry = -1;
    for (;;) {
        for (int each = self->first[here]; each < self->first[here + 1]; each++) {
            int there = self->moves[each].there, total = (int)spent + self->moves[each].price;
            if (total >= best[there])
                continue;
            if (best[there] > points)
                order[entered++] = there;
            best[there] = total;
            if (total < points) { /* a hex that takes the last point leads nowhere */
                entries[used] = (Entry){there, -1};
                if (head[total] < 0)
                    head[total] = used;
                else
                    entries[tail[total]].next = used;
                tail[total] = used++;
            }
        }
        do { /* the next entry that still holds, and may be left */
            entry = entry < 0 ? -1 : entries[entry].next;
            while (entry < 0 && ++spent < points)
                entry = head[spent];
            if (entry < 0)
                break;
            here = entries[entry].here;
        } while (best[here] != spent || (here / PyLong_SHIFT < LENGTH(stops) &&
                                         DIGITS(stops)[here / PyLong_SHIFT] >> here % PyLong_SHIFT & 1));
        if (entry < 0)
            break;
    }
    for (int each = 0; each < entered; each++) {
        PyObject *hex = PyLong_FromLong(order[each]), *cost = PyLong_FromLong(best[order[each]]);
        if (!hex || !cost || PyDict_SetItem(costs, hex, cost) < 0)
            Py_CLEAR(costs);
        Py_XDECREF(hex);
        Py_XDECREF(cost);
        if (!costs)
            break;
    }
    PyMem_Free(room);
    return costs;
}

static PyMethodDef ways_methods[] = {
    {"reach", (PyCFunction)(void (*)(void))ways_reach, METH_FASTCALL, "The cheapest cost of every hex in reach."},
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

static PyMethodDef functions[] = {
    {"hexes_in", hexes_in, METH_O, "The hexes of a set, lowest first."},
    {"mask_of", mask_of, METH_O, "The set that holds the given hexes."},
    {"picked", (PyCFunction)(void (*)(void))picked, METH_FASTCALL, "The entries of a row that are in a set."},
    {"marked", marked, METH_O, "The set of numbers that have something entered in a row."},
    {"put", (PyCFunction)(void (*)(void))put, METH_FASTCALL, "The row with one entry replaced."},
    {NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "hardtack.board.kernel", NULL, -1, functions};

PyMODINIT_FUNC PyInit_kernel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddType(module, &WaysType) < 0)
        Py_CLEAR(module);
    return module;
}
