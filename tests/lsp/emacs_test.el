;; Attaches `hitmap lsp` to a source file with Eglot, and writes what Emacs shows as JSON.  -*- lexical-binding: t -*-

(package-initialize)
(require 'eglot)
(require 'json)

(defun await (what test)
  "Let Emacs read from the server until TEST returns a value, and return it."
  (with-timeout (120 (error "no %s" what))
    (let (value)
      (while (not (setq value (funcall test))) (accept-process-output nil 0.05))
      value)))

(setq eglot-server-programs `((c++-mode . (,(getenv "HITMAP") "lsp" "t.hmt")))
      eglot-sync-connect t
      eglot-connect-timeout 120 ; seconds, as below: the machine may be busy
      jsonrpc-default-request-timeout 120
      project-find-functions (list (lambda (_) (cons 'transient (getenv "FOLDER")))))
(find-file (getenv "SOURCE"))
(setq default-directory (getenv "FOLDER"))
(apply #'eglot (eglot--guess-contact))

(let* ((diagnostics (await "diagnostics" #'flymake-diagnostics))
       (shown (mapcar (lambda (each)
                        `((line . ,(line-number-at-pos (flymake-diagnostic-beg each)))
                          (text . ,(substring-no-properties (flymake-diagnostic-text each)))))
                      diagnostics))
       hover off)
  (goto-char (point-min))
  (forward-line (1- (string-to-number (getenv "LINE"))))
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover text)))
  (await "hover" (lambda () hover))
  (eglot-execute-command (eglot-current-server) 'hitmap.toggleDiagnostics [])
  (setq off (await "an end of the diagnostics" (lambda () (null (flymake-diagnostics)))))
  (eglot-execute-command (eglot-current-server) 'hitmap.toggleDiagnostics [])
  (delete-file "t.hmt")
  (eglot-execute-command (eglot-current-server) 'hitmap.recordAgain [])
  (await "recording" (lambda () (file-exists-p "t.hmt")))
  (with-temp-file (getenv "RESULT")
    (insert (json-encode `((diagnostics . ,(vconcat shown)) (hover . ,(substring-no-properties hover))
                           (version . ,emacs-version))))))
(eglot-shutdown (eglot-current-server))
