// libcurl, looked up when the first request is made, and what Swift cannot call of it: functions with a varying number of
// arguments and a union.
#ifndef OPP_CCURL_H
#define OPP_CCURL_H

// Its checks are macros with the names of functions, which are not imported.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// Options that are younger than the oldest headers to build with; an older library says that it does not know them.
static const CURLoption OPP_CURLOPT_PROTOCOLS = (CURLoption)(CURLOPTTYPE_OBJECTPOINT + 318);
static const CURLoption OPP_CURLOPT_QUICK_EXIT = (CURLoption)(CURLOPTTYPE_LONG + 322);

/// A function that takes bytes of a response; it returns their number, or another number to end the transfer.
typedef size_t (*opp_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Loads the library and makes it ready, once.
///
/// Returns false if this machine has no libcurl, or one that is too old.
bool opp_curl_load(void);

/// Runs a function on a thread of its own, which takes no signals.
///
/// Returns false if no thread can be made.
bool opp_curl_run_thread(void (*body)(void *context), void *context);

CURL *opp_curl_easy_init(void);
void opp_curl_easy_cleanup(CURL *handle);
CURLcode opp_curl_easy_pause(CURL *handle, int directions);

/// Makes the transfer of a handle, or its connection alone with CURLOPT_CONNECT_ONLY, and returns at its end.
CURLcode opp_curl_easy_perform(CURL *handle);
CURLcode opp_curl_easy_send(CURL *handle, const void *bytes, size_t size, size_t *sent);
CURLcode opp_curl_easy_recv(CURL *handle, void *bytes, size_t size, size_t *received);

/// Returns the socket of the connection that a handle made; -1 if there is none.
int opp_curl_active_socket(CURL *handle);

CURLcode opp_curl_set_number(CURL *handle, CURLoption option, long value);
CURLcode opp_curl_set_size(CURL *handle, CURLoption option, curl_off_t value);
CURLcode opp_curl_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode opp_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode opp_curl_set_receiver(CURL *handle, CURLoption option, opp_curl_receiver value);

/// Has the sockets of a handle opened so that programs which are started do not inherit them.
CURLcode opp_curl_keep_sockets_private(CURL *handle);

long opp_curl_get_number(CURL *handle, CURLINFO information);
curl_off_t opp_curl_get_size(CURL *handle, CURLINFO information);

/// Returns true if the last connection failed because nothing listened at the port.
bool opp_curl_was_refused(CURL *handle);

CURLM *opp_curl_multi_init(void);
void opp_curl_multi_cleanup(CURLM *multi);
CURLMcode opp_curl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode opp_curl_multi_add(CURLM *multi, CURL *handle);
CURLMcode opp_curl_multi_remove(CURLM *multi, CURL *handle);
CURLMcode opp_curl_multi_perform(CURLM *multi);
CURLMcode opp_curl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode opp_curl_multi_wakeup(CURLM *multi);

/// The next transfer that has ended, with its code; null if there is none.
CURL *opp_curl_multi_next_ended(CURLM *multi, CURLcode *code);

struct curl_slist *opp_curl_list_append(struct curl_slist *list, const char *text);
void opp_curl_list_free(struct curl_slist *list);

#endif
