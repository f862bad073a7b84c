/* The clock of a process that preloads this, and of all that it starts, is as many seconds ahead as the file OFFSET says at
   that moment; its timeouts are as long as ever. Debian's faketime is no help: there a Python that sleeps ends with
   "Invalid argument". It needs no header, so that a compiler alone is enough. */
struct moment { long seconds, fraction; };
extern void *dlsym(void *library, const char *name);
extern int open(const char *path, int flags);
extern long read(int file, void *bytes, unsigned long count);
extern int close(int file);
static void *const NEXT = (void *) -1L;
enum { REAL_TIME = 0, REAL_TIME_COARSE = 5, READING_CLOSED_ON_EXEC = 02000000 };

static long ahead(void) {
    char text[24] = {0};
    long found = 0;
    int file = open(OFFSET, READING_CLOSED_ON_EXEC);
    if (file < 0) return 0;
    read(file, text, sizeof text - 1);
    close(file);
    for (char *digit = text; *digit >= '0' && *digit <= '9'; digit++) found = 10 * found + *digit - '0';
    return found;
}

int clock_gettime(int clock, struct moment *found) {
    static int (*told)(int, struct moment *);
    if (!told) told = dlsym(NEXT, "clock_gettime");
    int failed = told(clock, found);
    if (!failed && (clock == REAL_TIME || clock == REAL_TIME_COARSE)) found->seconds += ahead();
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
