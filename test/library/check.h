/* Counts the checks of a program. */
#ifndef CHECK_H_
#define CHECK_H_

#include <stdio.h>

static int checks_passed;
static int checks_failed;

#define CHECK(condition)                                             \
  do {                                                               \
    if (condition) {                                                 \
      ++checks_passed;                                               \
    } else {                                                         \
      ++checks_failed;                                               \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

/* Prints the sum and returns the exit code of the program. */
static int SumUp(void) {
  printf("%d passed, %d failed\n", checks_passed, checks_failed);
  return checks_failed == 0 ? 0 : 1;
}

#endif
