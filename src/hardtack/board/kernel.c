/* The few loops of a compiled build that go over bits and hexes, in C. Each has its plain Python twin, most in `masks.py`
   and `reach.py`, which is what runs where nothing is compiled and what the tests hold this against. One file for each
   sort of loop, all of them compiled as one: this one has the table of what Python sees. */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic") /* four digits at a time */
#endif

#include "kernel_numbers.h"
#include "kernel_sets.h"
#include "kernel_rows.h"
#include "kernel_counters.h"
#include "kernel_deployment.h"
#include "kernel_dice.h"
#include "kernel_kept.h"
#include "kernel_ways.h"
#include "kernel_waves.h"
#include "kernel_reached.h"

/* Named so that they can be imported beside their twins. */
static PyMethodDef functions[] = {
    {"c_hexes_in", hexes_in, METH_O, "The hexes of a set, lowest first."},
    {"c_mask_of", mask_of, METH_O, "The set that holds the given hexes."},
    {"c_nth", (PyCFunction)(void (*)(void))nth, METH_FASTCALL, "The hex of a set after so many others."},
    {"c_picked", (PyCFunction)(void (*)(void))picked, METH_FASTCALL, "The entries of a row that are in a set."},
    {"c_marked", marked, METH_O, "The set of numbers that have something entered in a row."},
    {"c_differing", (PyCFunction)(void (*)(void))differing, METH_FASTCALL, "The numbers whose entries differ."},
    {"c_equal_to", (PyCFunction)(void (*)(void))equal_to, METH_FASTCALL, "The set of numbers that have an entry."},
    {"c_at_least", (PyCFunction)(void (*)(void))at_least, METH_FASTCALL, "The numbers whose entries are of a level."},
    {"c_entries", (PyCFunction)(void (*)(void))entries, METH_FASTCALL, "The entries of a row for some numbers."},
    {"c_standing", (PyCFunction)(void (*)(void))standing, METH_FASTCALL, "Those of some counters in some hexes."},
    {"c_free_to_go", (PyCFunction)(void (*)(void))free_to_go, METH_FASTCALL, "Those with points left, not stopped."},
    {"c_accompanied", (PyCFunction)(void (*)(void))accompanied, METH_FASTCALL, "Those that stand with another."},
    {"c_places", (PyCFunction)(void (*)(void))places, METH_FASTCALL, "The hexes some counters stand in."},
    {"c_among", (PyCFunction)(void (*)(void))among, METH_FASTCALL, "Those of some numbers that are in a set."},
    {"c_which", (PyCFunction)(void (*)(void))which, METH_FASTCALL, "Which of a few numbers are in a set."},
    {"c_seen_in", (PyCFunction)(void (*)(void))seen_in, METH_FASTCALL, "What of some sets lies in one."},
    {"c_still", (PyCFunction)(void (*)(void))still, METH_FASTCALL, "What is kept by number and still holds."},
    {"c_follow", (PyCFunction)(void (*)(void))follow, METH_FASTCALL, "A deployment follows some counters."},
    {"c_zone_after", (PyCFunction)(void (*)(void))zone_after, METH_FASTCALL, "A zone, when other hexes are held."},
    {"c_unkept", (PyCFunction)(void (*)(void))unkept, METH_FASTCALL, "Those of which nothing is kept."},
    {"c_gathered", (PyCFunction)(void (*)(void))gathered, METH_FASTCALL, "The lists kept of some, one after the other."},
    {"c_flood", (PyCFunction)(void (*)(void))flood, METH_FASTCALL, "A set, and what it leads to step by step."},
    {"c_led_to", (PyCFunction)(void (*)(void))led_to, METH_FASTCALL, "What a set leads to at one step."},
    {"c_spread", (PyCFunction)(void (*)(void))spread, METH_FASTCALL, "Every hex within so many steps of one."},
    {"c_joined", (PyCFunction)(void (*)(void))joined, METH_FASTCALL, "A set, and what roads join to it."},
    {"c_keyed", keyed, METH_O, "Where the hash of seeded dice stands when their key has come."},
    {"c_face", (PyCFunction)(void (*)(void))face, METH_FASTCALL, "The face of one of them."},
    {"c_put", (PyCFunction)(void (*)(void))put, METH_FASTCALL, "The row with one entry replaced."},
    {NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "hardtack.board.kernel", NULL, -1, functions};

PyMODINIT_FUNC PyInit_kernel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddType(module, &WaysType) < 0 || PyType_Ready(&ReachedType) < 0))
        Py_CLEAR(module);
    return module;
}
