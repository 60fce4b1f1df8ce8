import { choice, flag, setting } from '@mqdeck/contract'

/** What every source has. */
export const enableField = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: { en: 'While it is off the chain goes on as if it were not there.', zh: '关闭后，授权链会跳过它。' },
})

export const typeField = <T extends string>(type: T) =>
  setting(choice([type]), { required: true, label: { en: 'Type', zh: '类型' } })
