/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lua.c - scripts of Lua, each run by a routine of its own on a table or a string that is there already. */
#include "judged.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static void run(lua_State *lua, const char *script)
{
	lua_getglobal(lua, script);
	if (lua_pcall(lua, 0, 0, 0) != LUA_OK) {
		fprintf(stderr, "%s: %s\n", script, lua_tostring(lua, -1));
		exit(1);
	}
}

#define SCRIPT(NAME)                                                                               \
	ROUTINE void NAME(lua_State *lua)                                                          \
	{                                                                                          \
		run(lua, #NAME);                                                                   \
		judged_sink++;                                                                     \
	}

static const char scripts[] =
	"function add_up() local s = 0 for i, v in ipairs(t) do s = s + v end return s end\n"
	"function map_values() local r = {} for i = 1, #t do r[i] = t[i] * 2 end end\n"
	"function append_all() local r = {} for _, v in ipairs(t) do r[#r + 1] = v end end\n"
	"function insert_front() local r = {} for _, v in ipairs(t) do table.insert(r, 1, v) end "
	"end\n"
	"function remove_front() while #copy > 0 do table.remove(copy, 1) end end\n"
	"function sort_values() table.sort(copy) end\n"
	"function add_strings() local s = '' for _, v in ipairs(t) do s = s .. v end end\n"
	"function join_strings() return table.concat(t, ',') end\n"
	"function count_keys() local r = {} for _, v in ipairs(t) do r['k' .. v] = true end end\n"
	"function find_each() local c = 0 for _, v in ipairs(t) do for i = 1, #t do if t[i] == v "
	"then "
	"c = c + 1 break end end end end\n"
	"function substitute() return (string.gsub(s, ' ', '_')) end\n"
	"function split_words() local c = 0 for w in string.gmatch(s, '%a+') do c = c + #w end "
	"end\n"
	"function reverse_text() return string.reverse(s) end\n"
	"function search_ahead() return string.find(letters, 'b+!') end\n"
	"function bytes_of_text() local c = 0 for i = 1, #s do c = c + string.byte(s, i) end end\n"
	"function pieces_of_text() local r = s while #r > 4 do r = string.sub(r, 5) end end\n"
	"function unpack_values() return select('#', table.unpack(t)) end\n"
	"function sieve() local c = 0 for i, v in ipairs(t) do for j = i + 1, #t do if t[j] % v == "
	"0 then "
	"c = c + 1 end end end end\n"
	"function multiply() local c = {} for i = 1, side do local r = {} for j = 1, side do local "
	"x = 0 "
	"for k = 1, side do x = x + m[(i - 1) * side + k] * m[(k - 1) * side + j] end r[j] = x end "
	"c[i] = r end end\n";

/* truth: add_up | n | each element once */
SCRIPT(add_up)
/* truth: map_values | n | each element once */
SCRIPT(map_values)
/* truth: append_all | n log n | #r is a binary search in the array */
SCRIPT(append_all)
/* truth: insert_front | n^2 | moves all the others */
SCRIPT(insert_front)
/* truth: remove_front | n^2 | moves all the others */
SCRIPT(remove_front)
/* truth: sort_values | n log n | quicksort */
SCRIPT(sort_values)
/* truth: add_strings | n^2 | copies all so far */
SCRIPT(add_strings)
/* truth: join_strings | n | a buffer */
SCRIPT(join_strings)
/* truth: count_keys | n | a hash table */
SCRIPT(count_keys)
/* truth: find_each | n^2 | looks through the table for each */
SCRIPT(find_each)
/* truth: substitute | n | each byte once */
SCRIPT(substitute)
/* truth: split_words | n | each byte once */
SCRIPT(split_words)
/* truth: reverse_text | n | each byte once */
SCRIPT(reverse_text)
/* truth: search_ahead | n^2 | runs to the end from each letter */
SCRIPT(search_ahead)
/* truth: bytes_of_text | n | each byte once */
SCRIPT(bytes_of_text)
/* truth: pieces_of_text | n^2 | copies all that is left */
SCRIPT(pieces_of_text)
/* truth: sieve | n^2 | each pair */
SCRIPT(sieve)
/* truth: multiply | n^1.5 | three loops over the sides of matrices of n cells */
SCRIPT(multiply)
/* truth: unpack_values | n | each element once */
SCRIPT(unpack_values)

/* truth: compile | n | each token once */
ROUTINE void compile(lua_State *lua, const char *text)
{
	judged_sink += (uint64_t)luaL_loadstring(lua, text);
	lua_pop(lua, 1);
}

static void set_table(lua_State *lua, const char *name, const int *values, int n)
{
	lua_createtable(lua, n, 0);
	for (int i = 0; i < n; i++) {
		lua_pushinteger(lua, values[i]);
		lua_seti(lua, -2, i + 1);
	}
	lua_setglobal(lua, name);
}

static void set_string(lua_State *lua, const char *name, char *text)
{
	lua_pushstring(lua, text);
	lua_setglobal(lua, name);
	free(text);
}

int main(void)
{
	lua_State *lua = luaL_newstate();

	luaL_openlibs(lua);
	if (luaL_dostring(lua, scripts) != LUA_OK) {
		fprintf(stderr, "%s\n", lua_tostring(lua, -1));
		return 1;
	}
	FOR_SIZES(n, 8, 6000, 24)
	{
		int *values = judged_values(n);
		char *source = judged_digits(n / 8 + 1);

		for (char *at = source; *at; at++)
			if (*at == ' ')
				*at = at[1] ? '+' : ' ';
		char *text = malloc(strlen(source) + 10);
		sprintf(text, "return %s", source);
		set_table(lua, "t", values, n);
		set_table(lua, "copy", values, n);
		set_string(lua, "s", judged_text(n));
		add_up(lua);
		map_values(lua);
		append_all(lua);
		sort_values(lua);
		join_strings(lua);
		count_keys(lua);
		substitute(lua);
		split_words(lua);
		reverse_text(lua);
		bytes_of_text(lua);
		unpack_values(lua);
		compile(lua, text);
		free(text);
		free(source);
		free(values);
	}
	FOR_SIZES(n, 8, 700, 20)
	{
		int *values = judged_values(n);

		set_table(lua, "t", values, n);
		set_table(lua, "copy", values, n);
		set_string(lua, "s", judged_text(n * 8));
		set_string(lua, "letters", judged_letters(n, 'b'));
		insert_front(lua);
		remove_front(lua);
		add_strings(lua);
		find_each(lua);
		search_ahead(lua);
		pieces_of_text(lua);
		sieve(lua);
		free(values);
	}
	FOR_SIZES(side, 3, 40, 16)
	{
		int *values = judged_values(side * side);

		set_table(lua, "m", values, side * side);
		lua_pushinteger(lua, side);
		lua_setglobal(lua, "side");
		multiply(lua);
		free(values);
	}
	lua_close(lua);
	return 0;
}
