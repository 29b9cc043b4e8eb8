/// Opp for other programs: rules as text, what arrives as JSON, and firings, requests and the next wake as JSON.
///
/// The library is a state machine: it opens no connection, starts no thread, has no clock, and reads no file but those of
/// the zone database. The caller steps a session at each wake and whenever something arrives, delivers what fires, and sends
/// the requests.
///
///     opp_rules *rules = opp_rules_new("{\"files\":[{\"path\":\"a.opp\",\"text\":\"…\"}]}");
///     char *error = NULL;
///     opp_session *session = opp_session_new(rules, "{\"at\":1782036000,\"zone\":\"Europe/Amsterdam\"}", NULL, 0, &error);
///     char *reply = opp_session_step(session, 1782036000, NULL);
///     …
///     opp_free(reply);
///     opp_session_free(session);
///     opp_rules_free(rules);
///
/// Texts. All are UTF-8, end with a zero byte, and are JSON but for the names of opp_session_explain. Their members are
/// those of the protocol of `opp worker`, which the page "Many people" of the manual describes. Members that the library does not know are left
/// alone.
///
/// Errors. A reply is a result, or {"error":{"code":"…","message":"…"}} with the codes of the worker: `code` never changes
/// its meaning, `message` is a sentence for people. A null pointer, a text that is no JSON or no UTF-8, and a member that is not what
/// it should be are `bad-message`. A call with an error changes nothing, but for `over-work`: such a session has no results
/// any more and is to be freed.
///
/// Memory. Texts and bytes that the library returns belong to the caller, who frees them with opp_free and with nothing else.
/// Arguments are copied where they are needed longer than the call. A null pointer is returned instead of a text only where
/// memory is used up. Every function that frees takes a null pointer, and does nothing.
///
/// Threads. Rules never change: any number of threads may use them at once. A session is used by one thread at a time,
/// whichever it is. Different sessions, also those of the same rules, are independent.
///
/// Sizes. A text has at most 16 MiB, the files of a rule set 1 MiB, the memory of a session 1 MiB: what is larger is
/// `over-size`. A step of more than 5,000,000 units of work, 50,000 firings or 2 seconds is
/// `over-work`; its error has `at` if a step to that second is within the limits.
#ifndef OPP_H
#define OPP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the functions below: those of a version are in every later one.
#define OPP_ABI_VERSION 1

/// Rules, parsed and checked.
typedef struct opp_rules opp_rules;

/// A rule set that runs for a person.
typedef struct opp_session opp_session;

/// Returns the OPP_ABI_VERSION of the library, which may be later than that of this header.
uint32_t opp_abi_version(void);

/// Returns {"opp":"0.1.0","zones":true}: the version of Opp, and whether the machine has a zone database.
char *opp_version(void);

/// Parses and checks rules: {"files":[{"path":"…","text":"…"}]}.
///
/// Never returns null but where memory is used up: what is wrong is said by opp_rules_describe and by opp_session_new.
opp_rules *opp_rules_new(const char *files_json);

/// Frees rules. Their sessions keep what they need.
void opp_rules_free(opp_rules *rules);

/// Returns {"runnable":…,"opps":[…],"sources":[…],"zone":"…","fingerprint":"…","diagnostics":[…]}.
///
/// `runnable` is true where there is no error. `sources` are what the Opps read, and a session needs supplies for. `zone` is there
/// where the rules set one.
char *opp_rules_describe(const opp_rules *rules);

/// Begins a session, or goes on with one.
///
/// options_json has
///
///     "at"        the first second, as seconds since 1970 or as a text of RFC 3339; needed where there is no memory
///     "zone"      the IANA name of the person's zone; `set zone` of the rules goes before it
///     "tzif"      a file of the zone database in base64, which goes before both: for machines without a database
///     "supplies"  by source or table, {"pushed":true} or {"freshness":…,"cell":…,"shared":…,…}; what has none is unknown
///     "options"   {"lateness":…,"lead":…,"at_once":…,"seed":…}
///     "state"     the memory as an object of texts, where the caller keeps the changes that steps return
///
/// memory are the bytes of opp_session_memory, of these rules or of an earlier edition of them; null and 0 begin a session.
///
/// Returns null where the session cannot begin, and then *error is a text with the error; else *error is null. error may be
/// a null pointer.
opp_session *opp_session_new(
    const opp_rules *rules, const char *options_json, const uint8_t *memory, size_t size,
    char **error);

/// Frees a session.
void opp_session_free(opp_session *session);

/// Runs up to a second, and decides it with what has come.
///
/// at is in seconds since 1970; a second that was decided already is taken for the next after it. Every second before it is run
/// through first, so that a step that comes late changes when somebody is notified, not what fires.
///
/// step_json has `arrived`, `responses`, `commands` and `returns` (`none`, `changes` or `whole` of the state; `none` where it
/// is left out). A null pointer is {}.
///
/// Returns {"at":…,"firings":[…],"requests":[…],"wake":…,"work":…} with more members where they are not empty. `wake` is the
/// second of the next step at the latest, null where nothing will happen by itself.
char *opp_session_step(opp_session *session, int64_t at, const char *step_json);

/// Returns {"requests":[…]}: the requests that such a step would make. The step is not taken.
///
/// For simulations with "at_once": add the responses and call it again until there are no new requests, then step.
char *opp_session_requests(const opp_session *session, int64_t at, const char *step_json);

/// Returns {"explanation":{…}}: why an Opp is true, false or unknown at the last second.
///
/// opp is its name, row that of a row of `for each`; a null pointer as the row is the Opp as a whole.
char *opp_session_explain(const opp_session *session, const char *opp, const char *row);

/// Forgets the requests under way, because the process that made them has ended: what is needed is requested again at the next step.
///
/// at is the present second. Call it before the first step over the memory of a process that made its own requests and was
/// killed. Without it, a session waits a minute for a response before it requests again.
///
/// Returns {}.
char *opp_session_forget_requests(opp_session *session, int64_t at);

/// Returns the memory of a session as bytes, and their number in *size: some kilobytes for thirty everyday rules.
///
/// Take it after a step: what goes on from it has decided the second that it is of. Keep it in one transaction with the firings of the step, and deliver these after that. It has positions and names in it:
/// encrypt it where it is kept. Returns null and 0 for a null session, for a null size, and after `over-work`.
uint8_t *opp_session_memory(const opp_session *session, size_t *size);

/// Frees a text or bytes that the library returned.
void opp_free(void *returned);

#ifdef __cplusplus
}
#endif

#endif
