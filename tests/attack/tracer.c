/*
 * Runs a program and kills it before its Nth modifying system call, or fails that call.
 *
 *   tracer KIND:N:HOW HIT PROGRAM [ARGUMENT ...]
 *     KIND  any (every call that changes a file system), or rename
 *     N     number of the call, from 1, over all threads
 *     HOW   kill, or an errno (x86-64 alone)
 *     HIT   a file that gets one byte if the call came
 *
 * The program and its libraries may make system calls without the C library, where LD_PRELOAD sees nothing. A filter of
 * seccomp therefore stops each thread before such a call, and this process counts. It ends as the program ends.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __x86_64__
#include <sys/reg.h>
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define TRACE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define ON(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), TRACE
/* Standard streams are not counted. */
#define ON_FILE(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[0]), \
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 0, 1), TRACE, ALLOW
#define ON_OPEN(call, flags) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[flags]), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), TRACE, ALLOW

static const struct sock_filter renames[] = {
    LOAD(nr),
#ifdef SYS_rename
    ON(rename),
#endif
#ifdef SYS_renameat
    ON(renameat),
#endif
    ON(renameat2),
    ALLOW,
};

static const struct sock_filter all[] = {
    LOAD(nr),
#ifdef SYS_rename
    ON(rename), ON(link), ON(symlink), ON(unlink), ON(rmdir), ON(mkdir), ON(creat), ON_OPEN(open, 1),
#endif
#ifdef SYS_renameat
    ON(renameat),
#endif
    ON(renameat2), ON(linkat), ON(symlinkat), ON(unlinkat), ON(mkdirat), ON(fsync), ON(fdatasync), ON(truncate),
    ON(ftruncate), ON(fallocate), ON(copy_file_range), ON(sendfile), ON_OPEN(openat, 2),
    ON_FILE(write), ON_FILE(pwrite64), ON_FILE(writev), ON_FILE(pwritev),
    ALLOW,
};

static void start(int only_renames, char **command) {
    struct sock_fprog filter = {
        .len = only_renames ? sizeof renames / sizeof *renames : sizeof all / sizeof *all,
        .filter = (struct sock_filter *)(only_renames ? renames : all),
    };
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
        perror("tracer: seccomp");
        _exit(98);
    }
    execv(command[0], command);
    perror("tracer: exec");
    _exit(98);
}

static void note(const char *hit) {
    int fd = open(hit, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1 || close(fd)) perror("tracer: hit");
}

/* Replaces the call of a stopped thread by an error. */
static void refuse(pid_t thread, int error) {
#ifdef __x86_64__
    ptrace(PTRACE_POKEUSER, thread, sizeof(long) * ORIG_RAX, -1L);
    ptrace(PTRACE_POKEUSER, thread, sizeof(long) * RAX, (long)-error);
#else
    (void)thread, (void)error;
    abort();
#endif
}

/* Ends as the program has ended. */
static int end_as(int status) {
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
    pause();
    return 98;
}

int main(int count, char **words) {
    char kind[16], how[16];
    long nth, seen = 0;
    if (count < 4 || sscanf(words[1], "%15[^:]:%ld:%15s", kind, &nth, how) != 3) return 98;
    pid_t child = fork();
    if (child < 0) return 98;
    if (!child) start(!strcmp(kind, "rename"), words + 3);
    int status;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return 98;
    long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
        | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, child, 0, options)) return 98;
    ptrace(PTRACE_CONT, child, 0, 0);
    for (;;) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0) return 98;
        if (!WIFSTOPPED(status)) {
            if (thread == child) return end_as(status);
            continue;
        }
        int event = status >> 16, sign = event || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
        if (event == PTRACE_EVENT_SECCOMP && ++seen == nth) {
            note(words[2]);
            if (!strcmp(how, "kill")) {
                kill(child, SIGKILL);
                continue;
            }
            refuse(thread, atoi(how));
        }
        ptrace(PTRACE_CONT, thread, 0, sign);
    }
}
