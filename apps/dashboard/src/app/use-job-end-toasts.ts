import { useEffect, useRef } from 'react'
import { jobMessages, useConnection } from '../api/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { toast } from '../ui/index.ts'

/** One toast for each job that ends; with failures it links to the results. */
export function useJobEndToasts(onShow: (id: number) => void): void {
  const { jobs } = useConnection()
  const { ended } = useMessages(jobMessages)
  const format = useFormat()
  const show = useRef(onShow)
  useEffect(() => {
    show.current = onShow
  })
  useEffect(
    () =>
      jobs.onEnd(({ id, title, state, total, results, failed }) => {
        const [done, all] = [format.number(results.length), format.number(total)]
        const finished =
          failed === 0 ? ended.finished(title, done) : ended.partly(title, format.number(results.length - failed), done)
        const text = state === 'aborted' ? ended.aborted(title, done, all) : finished
        const action = { label: ended.show, onSelect: () => show.current(id) }
        if (failed > 0) toast.error(text, ended.failed(format.number(failed), done), action)
        else toast[state === 'aborted' ? 'info' : 'success'](text)
      }),
    [jobs, ended, format],
  )
}
