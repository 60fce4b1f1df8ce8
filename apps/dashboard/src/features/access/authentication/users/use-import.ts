import { ApiError, AuthenticatorImport } from '@mqdeck/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useErrorText, useReasonText, useSendFile } from '../../../../api/index.ts'
import type { PasswordMode } from './import-templates.ts'
import type { UserCalls } from './queries.ts'

export type ImportState =
  | { readonly phase: 'idle' }
  /** Bytes sent, of `total`. */
  | { readonly phase: 'sending'; readonly sent: number; readonly total: number }
  /** Without counts if the broker does not report them. */
  | { readonly phase: 'done'; readonly counts: AuthenticatorImport | undefined }
  /** Why nothing was imported: one sentence for each invalid row, or a single one. */
  | { readonly phase: 'rejected'; readonly reasons: readonly string[] }

interface UserImport {
  readonly state: ImportState
  readonly start: (file: File, mode: PasswordMode) => Promise<void>
  readonly stop: () => void
  readonly reset: () => void
}

/** Uploads a file of users to the broker; closing the dialog aborts the upload. */
export function useImport(calls: UserCalls, id: string): UserImport {
  const send = useSendFile()
  const describe = useErrorText()
  const reasonText = useReasonText()
  const queries = useQueryClient()
  const [state, setState] = useState<ImportState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    state,
    async start(file, mode) {
      const abort = new AbortController()
      running.current = abort
      setState({ phase: 'sending', sent: 0, total: file.size })
      try {
        const answer = await send({
          ...calls.import(id, mode),
          file,
          signal: abort.signal,
          onProgress: (sent, total) => setState({ phase: 'sending', sent, total }),
        })
        setState({ phase: 'done', counts: AuthenticatorImport.safeParse(answer).data })
      } catch (error) {
        setState(
          abort.signal.aborted
            ? { phase: 'idle' }
            : { phase: 'rejected', reasons: reasonsOf(error, describe, reasonText) },
        )
      } finally {
        void queries.invalidateQueries({ queryKey: [calls.query.name] })
      }
    },
    stop: () => running.current?.abort(),
    reset: () => setState({ phase: 'idle' }),
  }
}

/** `Row 2: password is missing; Row 7: user_id is missing; and more` */
function reasonsOf(
  error: unknown,
  describe: (error: unknown) => string,
  reasonText: (reason: string) => string,
): readonly string[] {
  if (!(error instanceof ApiError && /^Row \d+:/.test(error.message))) return [describe(error)]
  return error.message.split(/; (?=Row \d+:|and more$)/).map((row) => reasonText(row).split('\n\n', 1)[0] ?? row)
}
