/* The clock of a process that preloads this, and of all that it starts, is AHEAD seconds ahead; its timeouts are as
   long as ever. Debian's faketime is no help: there a Python that sleeps ends with "Invalid argument". It needs
   no header, so that a compiler alone is enough. */
struct moment { long seconds, fraction; };
extern void *dlsym(void *library, const char *name);
static void *const NEXT = (void *) -1L;
enum { REAL_TIME = 0, REAL_TIME_COARSE = 5 };

int clock_gettime(int clock, struct moment *found) {
    static int (*told)(int, struct moment *);
    if (!told) told = dlsym(NEXT, "clock_gettime");
    int failed = told(clock, found);
    if (!failed && (clock == REAL_TIME || clock == REAL_TIME_COARSE)) found->seconds += AHEAD;
    return failed;
}

int gettimeofday(struct moment *found, void *zone) {
    int failed = clock_gettime(REAL_TIME, found);
    found->fraction /= 1000;
    return failed;
}

long time(long *found) {
    struct moment present;
    clock_gettime(REAL_TIME, &present);
    if (found) *found = present.seconds;
    return present.seconds;
}
