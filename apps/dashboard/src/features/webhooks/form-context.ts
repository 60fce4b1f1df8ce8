import type { RuleEvent } from '@mqdeck/contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { useSchemaForm } from '../../schema-form/index.ts'

/** What the fields that a webhook draws itself need to know of the whole. */
export interface WebhookFormSetting {
  readonly form: ReturnType<typeof useSchemaForm>
  /** What can trigger it: the broker's events without those of sources. */
  readonly events: readonly RuleEvent[]
  /** Of its rule; undefined while there is none. */
  readonly ruleId: string | undefined
}

export const WebhookFormContext = createContext<WebhookFormSetting | undefined>(undefined)

export function useWebhookForm(): WebhookFormSetting {
  const setting = useContext(WebhookFormContext)
  if (!setting) throw new Error('A field of a webhook stands outside of its form')
  return setting
}

/** All that is in the form; the component renders again with every key. */
export const useFormValue = ({ store }: WebhookFormSetting['form']): unknown =>
  useSyncExternalStore(store.subscribe, () => store.get().value)
