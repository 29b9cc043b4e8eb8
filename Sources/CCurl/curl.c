// Where it is declared that sockets can be opened with SOCK_CLOEXEC.
#define _GNU_SOURCE

#include "ccurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>

/// The functions of the library: each is declared as <curl/curl.h> has it.
static struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_pause) easy_pause;
  __typeof__(&curl_easy_perform) easy_perform;
  __typeof__(&curl_easy_send) easy_send;
  __typeof__(&curl_easy_recv) easy_recv;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_wakeup) multi_wakeup;
  __typeof__(&curl_multi_info_read) multi_info_read;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
} curl;

static bool is_loaded = false;

#ifdef __APPLE__
// Every Mac has the library, and the package links it.
#define FIND(name) (curl.name = curl_##name)
#else
#define FIND(name) (curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))
#endif

static void load(void) {
#ifndef __APPLE__
  // Linked, it would come with thirty libraries of its own into every command, most of which make no request.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#endif
  is_loaded = FIND(global_init) && FIND(easy_init) && FIND(easy_setopt) && FIND(easy_getinfo) &&
              FIND(easy_pause) && FIND(easy_perform) && FIND(easy_send) && FIND(easy_recv) &&
              FIND(easy_cleanup) && FIND(multi_init) && FIND(multi_setopt) &&
              FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) &&
              FIND(multi_poll) && FIND(multi_wakeup) && FIND(multi_info_read) &&
              FIND(multi_cleanup) && FIND(slist_append) && FIND(slist_free_all);
  // It takes names such as bücher.de to be in the encoding of the locale.
  if (is_loaded) {
    setlocale(LC_CTYPE, "C.UTF-8");
    is_loaded = curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  }
}

bool opp_curl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

bool opp_curl_run_thread(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return false;
  *start = (struct start){body, context};
  // A thread begins with the mask of the one that makes it. Signals are for the others, and that of a broken pipe, which a
  // TLS library may raise, for none.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  bool is_made = pthread_create(&thread, NULL, run, start) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (is_made) {
    pthread_detach(thread);
  } else {
    free(start);
  }
  return is_made;
}

CURL *opp_curl_easy_init(void) { return curl.easy_init(); }

void opp_curl_easy_cleanup(CURL *handle) { curl.easy_cleanup(handle); }

CURLcode opp_curl_easy_pause(CURL *handle, int directions) {
  return curl.easy_pause(handle, directions);
}

CURLcode opp_curl_easy_perform(CURL *handle) { return curl.easy_perform(handle); }

CURLcode opp_curl_easy_send(CURL *handle, const void *bytes, size_t size, size_t *sent) {
  return curl.easy_send(handle, bytes, size, sent);
}

CURLcode opp_curl_easy_recv(CURL *handle, void *bytes, size_t size, size_t *received) {
  return curl.easy_recv(handle, bytes, size, received);
}

int opp_curl_active_socket(CURL *handle) {
  curl_socket_t descriptor = CURL_SOCKET_BAD;
  curl.easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &descriptor);
  return descriptor;
}

CURLcode opp_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode opp_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode opp_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode opp_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode opp_curl_set_receiver(CURL *handle, CURLoption option, opp_curl_receiver value) {
  return curl.easy_setopt(handle, option, value);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  int descriptor = socket(address->family, address->socktype, address->protocol);
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

CURLcode opp_curl_keep_sockets_private(CURL *handle) {
  return curl.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

long opp_curl_get_number(CURL *handle, CURLINFO information) {
  long value = 0;
  curl.easy_getinfo(handle, information, &value);
  return value;
}

curl_off_t opp_curl_get_size(CURL *handle, CURLINFO information) {
  curl_off_t value = 0;
  curl.easy_getinfo(handle, information, &value);
  return value;
}

bool opp_curl_was_refused(CURL *handle) {
  return opp_curl_get_number(handle, CURLINFO_OS_ERRNO) == ECONNREFUSED;
}

CURLM *opp_curl_multi_init(void) { return curl.multi_init(); }

void opp_curl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }

CURLMcode opp_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}

CURLMcode opp_curl_multi_add(CURLM *multi, CURL *handle) {
  return curl.multi_add_handle(multi, handle);
}

CURLMcode opp_curl_multi_remove(CURLM *multi, CURL *handle) {
  return curl.multi_remove_handle(multi, handle);
}

CURLMcode opp_curl_multi_perform(CURLM *multi) {
  int running;
  return curl.multi_perform(multi, &running);
}

CURLMcode opp_curl_multi_poll(CURLM *multi, int milliseconds) {
  return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode opp_curl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *opp_curl_multi_next_ended(CURLM *multi, CURLcode *code) {
  int rest;
  CURLMsg *message;
  while ((message = curl.multi_info_read(multi, &rest))) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

struct curl_slist *opp_curl_list_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}

void opp_curl_list_free(struct curl_slist *list) { curl.slist_free_all(list); }
