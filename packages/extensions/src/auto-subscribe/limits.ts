/** How many EMQX takes: beyond, the API answers 409 EXCEED_LIMIT. */
export const maxAutoSubscribeTopics = 20
