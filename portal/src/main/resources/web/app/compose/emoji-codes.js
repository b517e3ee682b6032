/** The emoji behind the short codes that other programs take, by code; loaded when a text has one. */

/** Each with its codes. */
const TABLE = `
😀 grinning|😃 smiley|😄 smile|😁 grin|😆 laughing satisfied|😅 sweat_smile|😂 joy|🤣 rofl|😊 blush|😇 innocent
🙂 slightly_smiling_face|🙃 upside_down_face|😉 wink|😍 heart_eyes|😘 kissing_heart|😋 yum|😎 sunglasses|🤩 star_struck
🥳 partying_face|😏 smirk|😐 neutral_face|😕 confused|🙁 slightly_frowning_face|😢 cry|😭 sob|😠 angry|😡 rage
😱 scream|😳 flushed|🤔 thinking thinking_face|🤗 hugs hugging_face|🤫 shushing_face|😴 sleeping|😷 mask|🤒 face_with_thermometer
🤞 crossed_fingers|👍 +1 thumbsup|👎 -1 thumbsdown|👌 ok_hand|✌️ v|👋 wave|👏 clap|🙌 raised_hands|🙏 pray|🤝 handshake
💪 muscle|👀 eyes|👉 point_right|👈 point_left|👆 point_up_2|👇 point_down|☝️ point_up|✊ fist|👊 punch facepunch
❤️ heart|💙 blue_heart|💚 green_heart|💛 yellow_heart|💜 purple_heart|💔 broken_heart|💯 100|💥 boom collision|💡 bulb
🔥 fire|⭐ star|🌟 star2|✨ sparkles|⚡ zap|☀️ sunny|🌧️ cloud_with_rain|❄️ snowflake|🌈 rainbow|🌍 earth_africa|🌎 earth_americas
🎉 tada|🎊 confetti_ball|🎈 balloon|🎁 gift|🎂 birthday|🏆 trophy|🥇 1st_place_medal|🎯 dart|🎵 musical_note|🎶 notes
🚀 rocket|✈️ airplane|🚗 car|🚌 bus|🚲 bike|🚧 construction|🚨 rotating_light|🚦 vertical_traffic_light|🏠 house|🏢 office
🏥 hospital|🏫 school|⛔ no_entry|🚫 no_entry_sign|✅ white_check_mark|☑️ ballot_box_with_check|✔️ heavy_check_mark
❌ x|❗ exclamation heavy_exclamation_mark|❓ question|⚠️ warning|ℹ️ information_source|🆕 new|🆗 ok|🆘 sos|🔴 red_circle
🟢 green_circle|🟡 yellow_circle|🔵 large_blue_circle|⚪ white_circle|⚫ black_circle|▶️ arrow_forward|➡️ arrow_right
⬅️ arrow_left|⬆️ arrow_up|⬇️ arrow_down|🔄 arrows_counterclockwise|🔔 bell|🔕 no_bell|📢 loudspeaker|📣 mega|📅 date|📆 calendar
🗓️ spiral_calendar|⏰ alarm_clock|⏳ hourglass_flowing_sand|⌛ hourglass|🕐 clock1|📌 pushpin|📍 round_pushpin|📎 paperclip
🔗 link|📝 memo pencil|✏️ pencil2|📄 page_facing_up|📊 bar_chart|📈 chart_with_upwards_trend|📉 chart_with_downwards_trend
📧 email e-mail|✉️ envelope|📞 telephone_receiver|📱 iphone|💻 computer|🖥️ desktop_computer|🖨️ printer|🔒 lock|🔓 unlock
🔑 key|🔧 wrench|🔨 hammer|⚙️ gear|🛠️ hammer_and_wrench|🐛 bug|🗑️ wastebasket|📦 package|🔍 mag|💰 moneybag|💶 euro|💵 dollar
☕ coffee|🍕 pizza|🍰 cake|🍺 beer|🍻 beers|🍷 wine_glass|🍎 apple|🌱 seedling|🌳 deciduous_tree|🌹 rose|🎄 christmas_tree
🎃 jack_o_lantern|🐶 dog|🐱 cat|🦄 unicorn|🐢 turtle|👶 baby|👩‍💻 woman_technologist|👨‍💻 man_technologist|🏃 runner|🙋 raising_hand
🤷 shrug|🤦 facepalm|🧠 brain|💼 briefcase|🎓 mortar_board|👑 crown|💎 gem|🏁 checkered_flag|🚩 triangular_flag_on_post`;

/** @type {Map<string, string>} */
export const EMOJI = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .flatMap((entry) => {
      const [emoji, ...codes] = entry.split(" ");
      return codes.map((code) => /** @type {[string, string]} */ ([code, emoji]));
    }),
);
