import { ok } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'

export function clientTimelineHandlers({ clientTimeline }: Services): HandlersOf<'clientTimelines'> {
  return {
    getClientTimeline: ({ params: { clientid } }) => {
      const { entries, forgotten, since, limit } = clientTimeline.read(clientid)
      return ok({ data: [...entries], meta: { since, forgotten, limit } })
    },
  }
}
