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

