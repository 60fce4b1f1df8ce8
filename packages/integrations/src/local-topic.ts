import { setting, text } from '@mqdeck/contract'

/** Most types of EMQX have this field for actions. */
export const localTopicField = setting(text(), {
  advanced: true,
  label: { en: 'Local topic', zh: '本地主题' },
  help: {
    en: 'Messages published to this topic of the broker are sent to the action without a rule.',
    zh: '发布到该本地主题的消息会直接交给此动作，无需规则。',
  },
})
