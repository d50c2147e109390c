#include "tui/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/say.h"

void table_say(struct table *table, bool alarm, const char *text)
{
    table_notice(table, alarm, "%s", text);
}

void table_notice(struct table *table, bool alarm, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->notice, sizeof table->notice, format, arguments);
    va_end(arguments);
    table->alarm = alarm;
}

static void add_trail(struct table *table, int point)
{
    if (point < 0 || table->trail_count == TRAIL_MAX) return;
    for (int i = 0; i < table->trail_count; i++)
        if (table->trail[i] == point) return;
    table->trail[table->trail_count++] = (int16_t)point;
}

void table_forget_trail(struct table *table)
{
    table->trail_count = 0;
}

void table_tell(struct table *table, const struct bv_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[256] = "  ";
        /* The dice and the title show these already. */
        if (event[i].kind == BV_EVENT_TURN || event[i].kind == BV_EVENT_ROLLED) continue;
        struct bv_out out = {.text = text, .size = sizeof text, .length = 2};
        bv_say(table->terms, &event[i], language_is_french(), &out);
        logbook_add(&table->log, event[i].audience, LOOK_DIM, text);
        if (!(event[i].audience & bv_seat_bit(table->onlooker))) continue;
        add_trail(table, event[i].from);
        add_trail(table, event[i].to);
    }
}
