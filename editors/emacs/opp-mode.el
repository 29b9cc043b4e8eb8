;;; opp-mode.el --- Rules of Opp -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages

;;; Commentary:

;; Colours, comments and indentation of `.opp' files; all else comes from `opp lsp' through Eglot:
;;
;;   (require 'opp-mode)
;;   (add-hook 'opp-mode-hook #'eglot-ensure)

;;; Code:

(require 'project)
(defvar eglot-server-programs)

(defconst opp-mode--operand
  "\\(?:\\s-+[\"[@#(0-9A-Za-z_-]\\|[\"[@]\\|\\s-*\\(?://.*\\)?$\\)"
  "What follows a word of a clause that is no name.")

(defun opp-mode--words (words &optional after)
  "A regular expression for any of WORDS, with AFTER behind it."
  (concat "\\_<" (regexp-opt words t) "\\_>" after))

(defun opp-mode--interpolation (limit)
  "Find the next expression in the braces of a text before LIMIT; `{{' is a brace of the text."
  (let (found)
    (while (and (not found)
                (re-search-forward "{{\\|}}\\|\\({[^{}\"\n]+}\\)" limit t))
      (setq found (and (match-beginning 1)
                       (save-match-data (nth 3 (syntax-ppss (match-beginning 1)))))))
    found))

(defvar opp-mode-font-lock-keywords
  `(("^\\s-*\\(place\\|let\\|set\\|connect\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-variable-name-face))
    ("^\\s-*\\(enum\\|source\\|table\\)\\s-+\\(\\w+\\)" (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("\\<\\(opp\\|test\\|chart\\|expect\\)\\s-*\\(\"[^\"\n]*\"\\)"
     (1 font-lock-keyword-face) (2 font-lock-function-name-face t))
    (opp-mode--interpolation 1 font-lock-variable-name-face t)
    ("\\(?:^\\|[^.]\\)\\<\\(\\w+\\)\\s-*:\\(?:\\s-\\|$\\)" 1 font-lock-variable-name-face)
    ("[^.]\\.\\s-*\\([A-Za-z_]\\w*\\)" 1 font-lock-variable-name-face)
    ("\\<\\(at\\)\\s-+\\(most\\)\\>\\(?:\\s-+\\(once\\)\\>\\)?"
     (1 font-lock-keyword-face) (2 font-lock-keyword-face) (3 font-lock-keyword-face nil t))
    ("\\<\\(at\\s-+least\\|at\\s-+most\\|exactly\\)\\s-+-?[0-9][0-9_.]*\\s-+\\(of\\)\\>"
     (1 font-lock-keyword-face t) (2 font-lock-keyword-face))
    ("\\<\\(per\\)\\s-+\\(hour\\|day\\|week\\|month\\|year\\)\\>" (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("\\<in\\s-+\\(all\\)\\>\\|\\<\\(address\\|answer\\)\\s-*\"" (1 font-lock-keyword-face nil t) (2 font-lock-keyword-face nil t))
    ("\\<\\(no\\)\\s-+\\w+\\s-*\\(?:,\\|$\\|//\\|at\\>\\|given\\>\\|expect\\>\\)" 1 font-lock-keyword-face)
    ("\\<\\(no\\)\\s-+\\w+\\s-*{\\|\\<\\(with\\)\\s-*{" (1 font-lock-keyword-face nil t) (2 font-lock-keyword-face nil t))
    ("[\"A-Za-z0-9_]\\s-+\\(fires\\|quiet\\|unknown\\|added\\|removed\\|begins\\|ends\\|changes\\(?:\\s-+from\\)?\\)\\>\\s-*\\(?:$\\|//\\|[a-z]\\)"
     1 font-lock-keyword-face)
    ("[A-Za-z0-9_]\\s-+\\(begins\\|ends\\)\\s-*[-+]\\s-*[0-9]" 1 font-lock-keyword-face)
    ("[A-Za-z0-9_)]\\s-+\\(changes\\)\\s-*[,)]" 1 font-lock-keyword-face)
    ("[0-9]\\(?:[a-z]\\|min\\)\\s-+\\(from\\)\\>" 1 font-lock-keyword-face)
    (,(opp-mode--words '("true" "false")) 1 font-lock-constant-face)
    (,(opp-mode--words '("and" "or" "not" "is" "in" "contains" "until" "starts" "otherwise" "if" "then" "else" "near" "within"
                         "for" "last" "next" "since" "each" "where" "as" "any" "descending"))
     1 font-lock-keyword-face)
    ("\\_<\\(urgent\\|disabled\\)\\_>\\s-*\\(?:$\\|//\\)" 1 font-lock-keyword-face)
    (,(opp-mode--words '("on" "when" "notify" "to" "with" "record" "colour" "again" "snooze" "expires" "urgent" "disabled"
                         "fresh" "cost" "by" "given" "at" "of" "per" "every" "entering" "leaving")
                       opp-mode--operand)
     1 font-lock-keyword-face)
    (,(concat "\\<" (regexp-opt '("Bool" "Number" "Percent" "Text" "Duration" "Length" "Speed" "Temperature"
                                  "TemperatureDifference" "Pressure" "TimeOfDay" "Date" "Instant" "Weekday"
                                  "Month" "Position" "Place" "Colour")) "\\>")
     . font-lock-type-face)
    ("\\<\\(\\w+\\)(" 1 font-lock-function-name-face)
    ("\\<[0-9][0-9_.:T-]*\\([A-Za-z°%/]*\\)" (0 font-lock-constant-face) (1 font-lock-type-face t))
    ("#[0-9A-Fa-f]\\{6\\}\\>\\|@-?[0-9.]+, ?-?[0-9.]+" . font-lock-constant-face))
  "Colours of the words of Opp.")

(defvar opp-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?' "." table)
    table))

(defun opp-mode-indent-line ()
  "Indent by two columns what is no declaration; `opp fmt' has the last word."
  (interactive)
  (let ((column (save-excursion
                  (back-to-indentation)
                  (if (looking-at "\\(place\\|let\\|enum\\|source\\|table\\|set\\|connect\\|test\\|chart\\|opp\\)\\_>\\|[})]\\|$\\|//")
                      0
                    (if (save-excursion (looking-at "\\(and\\|or\\)\\_>")) 4 2)))))
    (save-excursion (indent-line-to column))
    (when (< (current-column) column) (back-to-indentation))))

;;;###autoload
(define-derived-mode opp-mode prog-mode "Opp"
  "Major mode for the rules of Opp."
  (setq-local comment-start "// " comment-end "" comment-start-skip "//+\\s-*")
  (setq-local font-lock-defaults '(opp-mode-font-lock-keywords))
  (setq-local indent-line-function #'opp-mode-indent-line indent-tabs-mode nil tab-width 2))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.opp\\'" . opp-mode))

(defun opp-mode-root (folder)
  "The rule set that FOLDER is in, as a project."
  (when (derived-mode-p 'opp-mode)
    (let ((root (locate-dominating-file
                 folder (lambda (parent)
                          (seq-some (lambda (mark) (file-exists-p (expand-file-name mark parent)))
                                    '("recording.json" "data" ".opplint" ".opp-root"))))))
      (when root (cons 'transient root)))))
(add-hook 'project-find-functions #'opp-mode-root)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(opp-mode . ("opp" "lsp"))))

(provide 'opp-mode)
;;; opp-mode.el ends here
