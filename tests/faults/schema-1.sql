-- A server as the program with schema 1 of PostgreSQL left it (pg_dump): five tables in play and one that is over.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.entries (
    table_key bigint NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    line text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entries_number_check CHECK ((number > 0))
);
CREATE TABLE public.finished (
    table_key bigint NOT NULL,
    ended bigint NOT NULL,
    summary text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.transactions (
    node text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.jobs (
    table_key bigint NOT NULL,
    number bigint NOT NULL,
    node text COLLATE pg_catalog."C",
    posted timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.joined (
    person text NOT NULL COLLATE pg_catalog."C",
    table_key bigint NOT NULL
);
CREATE TABLE public.keys (
    next bigint NOT NULL
);
CREATE TABLE public.nodes (
    node text NOT NULL COLLATE pg_catalog."C",
    beat timestamp with time zone NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.documents (
    kind text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    rank bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT documents_version_check CHECK ((version > 0))
);
CREATE TABLE public.people (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    CONSTRAINT people_id_check CHECK (((octet_length(id) >= 1) AND (octet_length(id) <= 23)))
);
CREATE TABLE public.schema_version (
    version integer NOT NULL,
    serves integer NOT NULL,
    moving boolean DEFAULT false NOT NULL
);
CREATE TABLE public.settings (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.tables (
    table_key bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    setup text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    stage bigint DEFAULT 0 NOT NULL,
    due bigint DEFAULT 0 NOT NULL,
    CONSTRAINT tables_id_check CHECK (((octet_length(id) >= 1) AND (octet_length(id) <= 23))),
    CONSTRAINT tables_stage_check CHECK (((stage >= 0) AND (stage <= 2))),
    CONSTRAINT tables_table_key_check CHECK ((table_key > 0))
)
WITH (fillfactor='70');
CREATE TABLE public.tag_counts (
    tag text NOT NULL COLLATE pg_catalog."C",
    games bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.tags (
    tag text NOT NULL COLLATE pg_catalog."C",
    ended bigint NOT NULL,
    table_key bigint NOT NULL
);
COPY public.entries (table_key, number, at, line) FROM stdin;
7351421944805914	1	1794780748243	sit F kbg9s4khc77e26h0 Caller 1
7351421944820313	1	1794780748247	sit S o3v2wqc0w7bns84e Caller 3
7351421944821560	1	1794780748247	sit V 3sjdae527i4pbn3b Caller 5
7351421944821999	1	1794780748247	sit G rqsc4s9xfg2e5m3p Caller 7
7351421944805914	2	1794780748250	sit A tdt6vhqar6hth266 Caller 2
7351421944805914	3	1794780748250	start
7351421944805914	4	1794780748250	roll #F
7351421944843649	1	1794780748252	sit J pcowtfe3b95b6vot Caller 9
7351421944820313	2	1794780748257	sit O e82bx0n2k3rswov3 Caller 4
7351421944820313	3	1794780748257	start
7351421944821560	2	1794780748257	sit G 4fs6pjtmikpfm8os Caller 6
7351421944821560	3	1794780748257	start
7351421944821999	2	1794780748257	sit B mqrrwjof47w1axsm Caller 8
7351421944821999	3	1794780748257	sit N mqrrwjof47w1axsm Caller 8
7351421944821999	4	1794780748257	start
7351421944843649	2	1794780748259	sit R r7mkij05bqepgdgk Caller 10
7351421944843649	3	1794780748259	start
7351421944805914	5	1794780748261	play F kbg9s4khc77e26h0 1.1 d1^NE
7351421944820313	4	1794780748285	play S o3v2wqc0w7bns84e 3.1 g3-g2
7351421944821560	4	1794780748310	play V 3sjdae527i4pbn3b 5.1 A=35
7351421944821560	5	1794780748336	play G 4fs6pjtmikpfm8os 6.1 A=70
7351421944821999	5	1794780748362	play G rqsc4s9xfg2e5m3p 7.1 G=NW
7351421944843649	4	1794780748387	play J pcowtfe3b95b6vot 9.1 EM=j1
7351421944843649	5	1794780748414	play R r7mkij05bqepgdgk 10.1 EM=a14
7351421944805914	6	1794780748435	play F kbg9s4khc77e26h0 1.2 g2^NW
7351421944820313	5	1794780748461	play O e82bx0n2k3rswov3 4.1 a11-b10
7351421944821560	6	1794780748487	play V 3sjdae527i4pbn3b 5.2 B=11
7351421944821560	7	1794780748511	play G 4fs6pjtmikpfm8os 6.2 B=84
7351421944821999	6	1794780748536	play G rqsc4s9xfg2e5m3p 7.2 C=N
7351421944843649	6	1794780748562	play J pcowtfe3b95b6vot 9.2 BO=m4
7351421944843649	7	1794780748586	play R r7mkij05bqepgdgk 10.2 BO=c13
7351421944805914	7	1794780748612	play F kbg9s4khc77e26h0 1.3 a1^NW
7351421944820313	6	1794780748636	play S o3v2wqc0w7bns84e 3.2 g2-f1
7351421944821560	8	1794780748662	play V 3sjdae527i4pbn3b 5.3 C=27
7351421944821560	9	1794780748685	play G 4fs6pjtmikpfm8os 6.3 C=73
7351421944821999	7	1794780748711	play G rqsc4s9xfg2e5m3p 7.3 S-f5
7351421944843649	8	1794780748737	play J pcowtfe3b95b6vot 9.3 AC=m5
7351421944843649	9	1794780748762	play R r7mkij05bqepgdgk 10.3 AC=d14
7351421944805914	8	1794780748786	play F kbg9s4khc77e26h0 1.4 f2^NW
7351421944820313	7	1794780748812	play O e82bx0n2k3rswov3 4.2 a12-a11
7351421944821560	10	1794780748837	play V 3sjdae527i4pbn3b 5.4 1=3
7351421944821560	11	1794780748862	play G 4fs6pjtmikpfm8os 6.4 1=94
7351421944821999	8	1794780748885	play B mqrrwjof47w1axsm 8.1 f3-e4
7351421944843649	10	1794780748912	play J pcowtfe3b95b6vot 9.4 DC=l2
7351421944843649	11	1794780748937	play R r7mkij05bqepgdgk 10.4 DC=a15
7351421944805914	9	1794780748960	play F kbg9s4khc77e26h0 1.5 e2^NW
7351421944820313	8	1794780748987	play S o3v2wqc0w7bns84e 3.3 a4-a5
7351421944821560	12	1794780749012	play V 3sjdae527i4pbn3b 5.5 2=2
7351421944821560	13	1794780749035	play G 4fs6pjtmikpfm8os 6.5 2=95
7351421944821999	9	1794780749061	play B mqrrwjof47w1axsm 8.2 .
7351421944843649	12	1794780749086	play J pcowtfe3b95b6vot 9.5 MI=j2
7351421944843649	13	1794780749112	play R r7mkij05bqepgdgk 10.5 MI=a13
7351421944805914	10	1794780749137	play F kbg9s4khc77e26h0 1.6 g2-g3
7351421944820313	9	1794780749161	play O e82bx0n2k3rswov3 4.3 g12-f13
7351421944821560	14	1794780749187	play V 3sjdae527i4pbn3b 5.6 3=10
7351421944821560	15	1794780749211	play G 4fs6pjtmikpfm8os 6.6 3=93
7351421944821999	10	1794780749237	play G rqsc4s9xfg2e5m3p 7.4 SE-S
7351421944843649	14	1794780749262	play J pcowtfe3b95b6vot 9.6 CN=m2
7351421944843649	15	1794780749286	play R r7mkij05bqepgdgk 10.6 CN=b14
7351421944805914	11	1794780749312	play F kbg9s4khc77e26h0 1.7 d1>
7351421944820313	10	1794780749336	play S o3v2wqc0w7bns84e 3.4 g4-g5
7351421944821560	16	1794780749361	play V 3sjdae527i4pbn3b 5.7 4=7
7351421944821560	17	1794780749386	play G 4fs6pjtmikpfm8os 6.7 4=99
7351421944821999	11	1794780749411	play N mqrrwjof47w1axsm 8.3 f14-e13
7351421944843649	16	1794780749435	play J pcowtfe3b95b6vot 9.7 TK=l4
7351421944843649	17	1794780749461	play R r7mkij05bqepgdgk 10.7 TK=c14
7351421944805914	12	1794780749485	play F kbg9s4khc77e26h0 1.8 i1^NW
7351421944820313	11	1794780749511	play O e82bx0n2k3rswov3 4.4 f13-f14
7351421944821560	18	1794780749536	play V 3sjdae527i4pbn3b 5.8 5=4
7351421944821560	19	1794780749561	play G 4fs6pjtmikpfm8os 6.8 5=96
7351421944821999	12	1794780749586	play N mqrrwjof47w1axsm 8.4 .
7351421944843649	18	1794780749612	play J pcowtfe3b95b6vot 9.8 OF=i1
7351421944843649	19	1794780749637	play R r7mkij05bqepgdgk 10.8 OF=a11
7351421944805914	13	1794780749661	play F kbg9s4khc77e26h0 1.9 c2^NE
7351421944820313	12	1794780749686	play S o3v2wqc0w7bns84e 3.5 c4-d5
7351421944821560	20	1794780749711	play V 3sjdae527i4pbn3b 5.9 6=8
7351421944821560	21	1794780749736	play G 4fs6pjtmikpfm8os 6.9 6=92
7351421944821999	13	1794780749760	play G rqsc4s9xfg2e5m3p 7.5 S-SE
7351421944843649	20	1794780749787	play J pcowtfe3b95b6vot 9.9 AM=m3
7351421944843649	21	1794780749812	play R r7mkij05bqepgdgk 10.9 AM=a12
7351421944805914	14	1794780749837	play F kbg9s4khc77e26h0 1.10 e2<
7351421944820313	13	1794780749862	play O e82bx0n2k3rswov3 4.5 d13-e14
7351421944821560	22	1794780749886	play V 3sjdae527i4pbn3b 5.10 G=13
7351421944821560	23	1794780749910	play G 4fs6pjtmikpfm8os 6.10 G=64
7351421944821999	14	1794780749937	play B mqrrwjof47w1axsm 8.5 j1-j2
7351421944843649	22	1794780749962	play J pcowtfe3b95b6vot 9.10 ES=m1
7351421944843649	23	1794780749985	play R r7mkij05bqepgdgk 10.10 ES=b15
7351421944805914	15	1794780750011	play F kbg9s4khc77e26h0 1.11 i1>
7351421944820313	14	1794780750037	play S o3v2wqc0w7bns84e 3.6 d2-d1
7351421944821560	24	1794780750061	play V 3sjdae527i4pbn3b 5.11 G=20
7351421944821560	25	1794780750087	play G 4fs6pjtmikpfm8os 6.11 G=87
7351421944821999	15	1794780750112	play B mqrrwjof47w1axsm 8.6 !e4
7351421944843649	24	1794780750136	play J pcowtfe3b95b6vot 9.11 PA=k2
7351421944843649	25	1794780750162	play R r7mkij05bqepgdgk 10.11 PA=d15
7351421944805914	16	1794780750191	play F kbg9s4khc77e26h0 1.12 b2^NW
7351421944820313	15	1794780750211	play O e82bx0n2k3rswov3 4.6 a11~c9
7351421944821560	26	1794780750236	play V 3sjdae527i4pbn3b 5.12 G=41
7351421944821560	27	1794780750261	play G 4fs6pjtmikpfm8os 6.12 G=91
7351421944821999	16	1794780750287	play G rqsc4s9xfg2e5m3p 7.6 f5xe4
7351421944843649	26	1794780750312	play J pcowtfe3b95b6vot 9.12 SE=k1
7351421944843649	27	1794780750337	play R r7mkij05bqepgdgk 10.12 SE=c15
7351421944805914	17	1794780750360	play F kbg9s4khc77e26h0 1.13 g3<
7351421944820313	16	1794780750386	play S o3v2wqc0w7bns84e 3.7 g5-f5
7351421944821560	28	1794780750411	play V 3sjdae527i4pbn3b 5.13 G=42
7351421944821560	29	1794780750436	play G 4fs6pjtmikpfm8os 6.13 G=98
7351421944821999	17	1794780750461	play N mqrrwjof47w1axsm 8.7 h14-i13
7351421944843649	28	1794780750486	play J pcowtfe3b95b6vot 9.13 SO=k3
7351421944843649	29	1794780750512	play R r7mkij05bqepgdgk 10.13 SO=b12
7351421944805914	18	1794780750535	play F kbg9s4khc77e26h0 1.14 g3>
7351421944820313	17	1794780750560	play O e82bx0n2k3rswov3 4.7 b12-a11
7351421944821560	30	1794780750586	play V 3sjdae527i4pbn3b 5.14 G=45
7351421944821560	31	1794780750619	play G 4fs6pjtmikpfm8os 6.14 G=100
7351421944821999	18	1794780750635	play N mqrrwjof47w1axsm 8.8 .
7351421944843649	30	1794780750662	play J pcowtfe3b95b6vot 9.14 SO=l1
7351421944843649	31	1794780750689	play R r7mkij05bqepgdgk 10.14 SO=b13
7351421944805914	19	1794780750711	play F kbg9s4khc77e26h0 1.15 i1<
7351421944820313	18	1794780750735	play S o3v2wqc0w7bns84e 3.8 d1-e1
7351421944821560	32	1794780750762	play V 3sjdae527i4pbn3b 5.15 M=15
7351421944821560	33	1794780750785	play G 4fs6pjtmikpfm8os 6.15 M=83
7351421944821999	19	1794780750811	play G rqsc4s9xfg2e5m3p 7.7 N-f12
7351421944843649	32	1794780750836	play J pcowtfe3b95b6vot 9.15 SO=l3
7351421944843649	33	1794780750861	play R r7mkij05bqepgdgk 10.15 SO=e15
7351421944843649	34	1794780750861	roll #R
7351421944805914	20	1794780750886	play F kbg9s4khc77e26h0 1.16 i1>
7351421944820313	19	1794780750911	play O e82bx0n2k3rswov3 4.8 g11-g12
7351421944821560	34	1794780750937	play V 3sjdae527i4pbn3b 5.16 M=23
7351421944821560	35	1794780750961	play G 4fs6pjtmikpfm8os 6.16 M=90
7351421944821999	20	1794780750986	play B mqrrwjof47w1axsm 8.9 k2-j1
7351421944843649	35	1794780751011	play R r7mkij05bqepgdgk 10.16 A?
7351421944805914	21	1794780751036	play F kbg9s4khc77e26h0 1.17 i1>
7351421944820313	20	1794780751061	play S o3v2wqc0w7bns84e 3.9 f1-g1
7351421944821560	36	1794780751086	play V 3sjdae527i4pbn3b 5.17 8-18
7351421944821999	21	1794780751111	play B mqrrwjof47w1axsm 8.10 .
7351421944843649	36	1794780751139	play J pcowtfe3b95b6vot 9.16 A=2300
7351421944805914	22	1794780751161	play F kbg9s4khc77e26h0 1.18 h1^NW
7351421944820313	21	1794780751186	play O e82bx0n2k3rswov3 4.9 c13-b13
7351421944821560	37	1794780751210	play V 3sjdae527i4pbn3b 5.18 2-1
7351421944821999	22	1794780751235	play G rqsc4s9xfg2e5m3p 7.8 NW-N
7351421944843649	37	1794780751261	play R r7mkij05bqepgdgk 10.17 A+
7351421957190667	1	1794780751267	sit J pcowtfe3b95b6vot Caller 9
7351421957190667	2	1794780751270	sit R r7mkij05bqepgdgk Caller 10
7351421957190667	3	1794780751270	start
\.
COPY public.finished (table_key, ended, summary) FROM stdin;
7351421944843649	1794780751261	{"table":"va7ni2321qemh9he","game":"belligerants","seats":2,"readings":{"armistice":"on","board":"riviere","compulsion":"forfeit"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"players":{"J":"Caller 9","R":"Caller 10"},"begun":1794780748259,"ended":1794780751261,"length":34,"result":"J 1 R 0 armistice by=2300"}
\.
COPY public.transactions (node, number, at) FROM stdin;
\.
COPY public.jobs (table_key, number, node, posted) FROM stdin;
\.
COPY public.joined (person, table_key) FROM stdin;
kbg9s4khc77e26h0	7351421944805914
o3v2wqc0w7bns84e	7351421944820313
3sjdae527i4pbn3b	7351421944821560
rqsc4s9xfg2e5m3p	7351421944821999
tdt6vhqar6hth266	7351421944805914
pcowtfe3b95b6vot	7351421944843649
e82bx0n2k3rswov3	7351421944820313
4fs6pjtmikpfm8os	7351421944821560
mqrrwjof47w1axsm	7351421944821999
r7mkij05bqepgdgk	7351421944843649
pcowtfe3b95b6vot	7351421957190667
r7mkij05bqepgdgk	7351421957190667
\.
COPY public.keys (next) FROM stdin;
1
\.
COPY public.nodes (node, beat, address) FROM stdin;
\.
COPY public.documents (kind, key, version, rank, text) FROM stdin;
server	secret	1	0	{}
\.
COPY public.people (id, name, created) FROM stdin;
kbg9s4khc77e26h0	Caller 1	1794780748238
tdt6vhqar6hth266	Caller 2	1794780748238
o3v2wqc0w7bns84e	Caller 3	1794780748238
e82bx0n2k3rswov3	Caller 4	1794780748238
3sjdae527i4pbn3b	Caller 5	1794780748238
4fs6pjtmikpfm8os	Caller 6	1794780748238
rqsc4s9xfg2e5m3p	Caller 7	1794780748238
mqrrwjof47w1axsm	Caller 8	1794780748238
pcowtfe3b95b6vot	Caller 9	1794780748240
r7mkij05bqepgdgk	Caller 10	1794780748240
\.
COPY public.schema_version (version, serves, moving) FROM stdin;
1	1	f
\.
COPY public.settings (name, value) FROM stdin;
open-since	1794780747076
secret	c2d90f36d88cd039066e77a2b4fa8100d64ce2ce6c9f33bba737a28965b53f7b
\.
COPY public.tables (table_key, id, setup, created, stage, due) FROM stdin;
7351421944843649	va7ni2321qemh9he	{"game":"belligerants","seats":2,"readings":{"armistice":"on","board":"riviere","compulsion":"forfeit"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"pcowtfe3b95b6vot","seed":"bd7510f44ffdcf9e420e44ea88e84981aceb245b41c3166e6cbcca1c1e28f268"}	1794780748252	2	0
7351421944820313	x0m9wik5ebf8cqti	{"game":"chevaliers","seats":2,"readings":{"board":"1969","men-capture":"all","obligation":"direct","oversight":"enforced"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"o3v2wqc0w7bns84e","seed":"c0ba66a5ef105edfaa97f6d55a6198fcd0c07370cf7bd6617b05bec18951c3dd"}	1794780748247	1	1797372748257
7351421944805914	vses9fcc8ndv6v7c	{"game":"kriegspiel","seats":2,"readings":{"axis":"forward","field":"standard","quiet":"count"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"kbg9s4khc77e26h0","seed":"2ce8422294a6ab9628c91313eda6ec9b4586a5a0f0a3fd34a46dbd30a99561cf"}	1794780748243	1	1797372748250
7351421944821999	wd9gix2san37542w	{"game":"paris","seats":2,"readings":{"diagonals":"any","protection":"orthogonal","sortie":"board","summons":"any"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"rqsc4s9xfg2e5m3p","seed":"3b63750ec36091fe12a02e6c58c7558a7ead2fc22d3fee61212a5705be76aa8b"}	1794780748247	1	1797372748257
7351421944821560	8t5r8o96hkjdp0cn	{"game":"chars","seats":2,"readings":{"own-fire":"off"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"3sjdae527i4pbn3b","seed":"3dde8068ea5821ce6c8309905f7fca5ecb6458ba2196908a21d37642f2211bc7"}	1794780748247	1	1797372748257
7351421957190667	66g8xfnp60qrswnt	{"game":"belligerants","seats":2,"readings":{"armistice":"on","board":"riviere","compulsion":"forfeit"},"public":false,"chat":true,"agreement":false,"rated":false,"time":null,"owner":"pcowtfe3b95b6vot","seed":"4a79a90617006359b795568439dd855fd111a120a7a3ab1453ec8ed278e56f67"}	1794780751267	1	1797372751270
\.
COPY public.tag_counts (tag, games) FROM stdin;
	1
game=belligerants	1
person=pcowtfe3b95b6vot	1
person=r7mkij05bqepgdgk	1
player=caller 10	1
player=caller 9	1
reading=armistice=on	1
reading=board=riviere	1
reading=compulsion=forfeit	1
reason=armistice	1
result=J	1
\.
COPY public.tags (tag, ended, table_key) FROM stdin;
game=belligerants	1794780751261	7351421944843649
reason=armistice	1794780751261	7351421944843649
person=r7mkij05bqepgdgk	1794780751261	7351421944843649
person=pcowtfe3b95b6vot	1794780751261	7351421944843649
player=caller 10	1794780751261	7351421944843649
	1794780751261	7351421944843649
reading=armistice=on	1794780751261	7351421944843649
result=J	1794780751261	7351421944843649
reading=compulsion=forfeit	1794780751261	7351421944843649
reading=board=riviere	1794780751261	7351421944843649
player=caller 9	1794780751261	7351421944843649
\.
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (table_key, number);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_pkey PRIMARY KEY (table_key);
ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT flights_pkey PRIMARY KEY (node, number);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (table_key);
ALTER TABLE ONLY public.joined
    ADD CONSTRAINT joined_pkey PRIMARY KEY (person, table_key);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (node);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_id_key UNIQUE (id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (table_key);
ALTER TABLE ONLY public.tag_counts
    ADD CONSTRAINT tag_counts_pkey PRIMARY KEY (tag);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (tag, ended, table_key);
CREATE INDEX documents_by_rank ON public.documents USING btree (kind, rank, key);
CREATE INDEX tables_unfinished ON public.tables USING btree (table_key) WHERE (stage < 2);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_table_key_fkey FOREIGN KEY (table_key) REFERENCES public.tables(table_key);
ALTER TABLE ONLY public.joined
    ADD CONSTRAINT joined_person_fkey FOREIGN KEY (person) REFERENCES public.people(id);
ALTER TABLE ONLY public.joined
    ADD CONSTRAINT joined_table_key_fkey FOREIGN KEY (table_key) REFERENCES public.tables(table_key);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_table_key_fkey FOREIGN KEY (table_key) REFERENCES public.finished(table_key);
