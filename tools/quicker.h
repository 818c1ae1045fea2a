/* What `compile.py` puts in the place of what mypyc writes. */

#include <CPy.h>

/* A name of a module, looked up in its dictionary the first time and whenever something of the module has been given
   anew: the dictionary then has another number. mypyc looks up every function that it has not compiled, or that is
   wrapped (`lru_cache`), and every imported name, whenever it is read. */
#if PY_VERSION_HEX < 0x030C0000
#define MODULE_NAME(dict, name)                                                                     \
    ({                                                                                              \
        static PyObject *known_; /* the dictionary holds it */                                      \
        static uint64_t number_;                                                                    \
        if (number_ != ((PyDictObject *)(dict))->ma_version_tag) {                                  \
            known_ = CPyDict_GetItem(dict, name);                                                   \
            Py_XDECREF(known_);                                                                     \
            number_ = known_ ? ((PyDictObject *)(dict))->ma_version_tag : 0;                        \
        }                                                                                           \
        Py_XNewRef(known_);                                                                         \
    })
#else /* later dictionaries have no number */
#define MODULE_NAME(dict, name) CPyDict_GetItem(dict, name)
#endif

/* `a >> b` of which only the last bit is asked: of a set as wide as a map, some bits instead of a new set. */
static inline CPyTagged LAST_BITS(CPyTagged a, CPyTagged b)
{
    if (CPyTagged_CheckShort(a) || !CPyTagged_CheckShort(b))
        return CPyTagged_Rshift(a, b);
    PyLongObject *set = (PyLongObject *)CPyTagged_LongAsObject(a);
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(set), number = CPyTagged_ShortAsSsize_t(b);
    if (size < 0 || number < 0)
        return CPyTagged_Rshift(a, b);
    if (number / PyLong_SHIFT >= size)
        return 0;
    return CPyTagged_ShortFromSsize_t(CPY_LONG_DIGIT(set, number / PyLong_SHIFT) >> number % PyLong_SHIFT);
}

#if defined(__GNUC__) && !defined(__clang__)
#define SEVERAL_AT_ONCE __attribute__((optimize("tree-vectorize", "vect-cost-model=dynamic")))
#else
#define SEVERAL_AT_ONCE
#endif

/* `a & ~b` of sets as wide as a map, without `~b`, which nobody keeps. */
SEVERAL_AT_ONCE static CPyTagged WITHOUT(CPyTagged a, CPyTagged b)
{
    if (CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b))
        return a & ~b;
    digit own[3];
    const digit *left, *out = own;
    Py_ssize_t size = 0, others = 0, both, meets = 0;
    if (CPyTagged_CheckLong(a)) {
        size = CPY_LONG_SIZE_SIGNED((PyLongObject *)CPyTagged_LongAsObject(a));
        left = &CPY_LONG_DIGIT((PyLongObject *)CPyTagged_LongAsObject(a), 0);
    }
    if (CPyTagged_CheckLong(b)) {
        others = CPY_LONG_SIZE_SIGNED((PyLongObject *)CPyTagged_LongAsObject(b));
        out = &CPY_LONG_DIGIT((PyLongObject *)CPyTagged_LongAsObject(b), 0);
    } else if (CPyTagged_ShortAsSsize_t(b) >= 0)
        for (size_t rest = (size_t)CPyTagged_ShortAsSsize_t(b); rest; rest >>= PyLong_SHIFT)
            own[others++] = (digit)(rest & PyLong_MASK);
    else
        others = -1;
    if (size <= 0 || others < 0) { /* small, or below 0 */
        CPyTagged inverted = CPyTagged_Invert(b), found = CPyTagged_And(a, inverted);
        CPyTagged_DECREF(inverted);
        return found;
    }
    both = size < others ? size : others;
    for (Py_ssize_t place = 0; place < both; place++)
        meets |= left[place] & out[place];
    if (!meets) {
        CPyTagged_INCREF(a);
        return a;
    }
    while (size && !(left[size - 1] & ~(size <= others ? out[size - 1] : 0)))
        size--;
    if (size <= 2) {
        Py_ssize_t value = 0;
        for (Py_ssize_t place = size - 1; place >= 0; place--)
            value = value << PyLong_SHIFT | (Py_ssize_t)(left[place] & ~(place < others ? out[place] : 0));
        return CPyTagged_ShortFromSsize_t(value);
    }
    PyLongObject *made = _PyLong_New(size);
    if (!made)
        CPyError_OutOfMemory();
    digit *found = &CPY_LONG_DIGIT(made, 0);
    both = size < others ? size : others;
    for (Py_ssize_t place = 0; place < both; place++)
        found[place] = left[place] & ~out[place];
    for (Py_ssize_t place = both; place < size; place++)
        found[place] = left[place];
    return CPyTagged_StealFromObject((PyObject *)made);
}


/* `Kind.__new__(Kind)`: the class is asked, not a method of it looked for. */
static inline PyObject *BLANK(PyObject *kind, PyObject *name, PyObject **args, size_t given, PyObject *names)
{
    static PyObject *nothing;
    if (!PyType_Check(kind) || (!nothing && !(nothing = PyTuple_New(0))))
        return PyObject_VectorcallMethod(name, args, given, names);
    return ((PyTypeObject *)kind)->tp_new((PyTypeObject *)kind, nothing, NULL);
}

/* A call. What is written in C is called at once: the way round by the interpreter costs as much as a small function. */
static inline PyObject *CALL(PyObject *called, PyObject *const *args, size_t given, PyObject *names)
{
    if (PyCFunction_CheckExact(called)) {
        PyCFunctionObject *function = (PyCFunctionObject *)called;
        PyObject *self = function->m_self;
        Py_ssize_t count = PyVectorcall_NARGS(given);
        switch (function->m_ml->ml_flags) {
        case METH_FASTCALL:
            if (!names)
                return ((_PyCFunctionFast)(void (*)(void))function->m_ml->ml_meth)(self, args, count);
            break;
        case METH_FASTCALL | METH_KEYWORDS:
            return ((_PyCFunctionFastWithKeywords)(void (*)(void))function->m_ml->ml_meth)(self, args, count, names);
        case METH_O:
            if (!names && count == 1)
                return function->m_ml->ml_meth(self, args[0]);
            break;
        }
    }
    return PyObject_Vectorcall(called, args, given, names);
}
