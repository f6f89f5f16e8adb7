"""Words that label search boxes, other inputs and next-page links, by meaning and in many languages.

They rank what is tried first; what a site really does is decided by probing it. What must never be tried is
in danger.json.
"""

SEARCH = frozenset(
    "search searches query find finder lookup seek keyword keywords terms recherche rechercher chercher suche suchen "
    "suchbegriff finden buscar busca busqueda búsqueda pesquisa pesquisar procurar cerca ricerca zoek zoeken sök søk "
    "søg haku hae szukaj wyszukaj hledat hľadať keresés căutare cautare ara arama paieška paieska ieškoti ieskoti "
    "užklausa uzklausa fraza szukasz szukać otsi otsing meklēt išči пребарај поиск искать найти пошук търсене "
    "αναζήτηση 検索 キーワード 搜索 搜尋 搜寻 检索 檢索 查询 查詢 查寻 查找 关键词 關鍵詞 关键字 關鍵字 검색 찾기 بحث "
    "البحث ابحث חיפוש חפש ค้นหา cari pencarian tìm kiếm buscador consulta consultar cercar trova trovare cercare vind "
    "opzoeken znajdź wyszukiwarka vyhledat vyhledávání vyhľadať vyhľadávanie hledej hľadaj keres kereső caută bul "
    "sorgula знайти шукати търси тражи претрага traži pretraga pretraži iskanje pešu meklet leit leita søking søke "
    "sökning hakusana etsi ψάξε εύρεση جستجو खोज খুঁজুন 探す 搜 找".split()
)

QUERY_NAMES = frozenset(
    "q query s search searchterm searchtext searchword searchfor searchstring term terms text kw keyword keywords k w "
    "wd word words find p qs qry querytext fulltext search_query search_term searchquery phrase key keys what suche "
    "suchwort suchbegriff recherche mot mots buscar busca zoek sok szukaj hledat".split()
)

NARROWING = frozenset(
    "where location city town zip postcode plz ort stadt ville lieu lugar ciudad cidade place region country from to "
    "since until date year month day von bis price min max minimum maximum radius distance page size limit per author "
    "isbn issn number code".split()
)

# What a box asks for that takes no words.
NUMBERS = frozenset(
    "page pageno pagenum jump jumpto goto qty quantity amount price date day month year birthday age zip zipcode "
    "postcode plz latitude longitude lat lng width height size seite anzahl menge preis datum jahr quantité prix "
    "cantidad precio fecha quantidade preço data quantità prezzo aantal prijs ilość cena дата цена количество "
    "кількість ціна množství antal pris määrä hinta adet fiyat tarih страница странице 数量 价格 價格 日期 金額 가격 "
    "날짜".split()
)

PRESENTING = frozenset(
    "sort sortby orderby order ordering sorting sorted limit perpage pagesize show display view per page pages items "
    "topics posts days direction ascending descending asc desc newest oldest lowest highest currency language lang "
    "sortieren sortierung anzeigen pro seite sprache währung trier tri afficher langue devise ordenar orden mostrar "
    "idioma moneda ordina mostra lingua sorteren sorteer toon taal sortuj pokaż język сортировать сортировка показать "
    "язык валюта сортувати řadit řazení zobrazit jazyk sortera visa sorter vis järjestä näytä sırala göster rendezés "
    "mutat sortează arată ταξινόμηση 並べ替え 表示 排序 显示 顯示 정렬 보기".split()
)

FILTER = frozenset(
    "filter filters filtern filtrer filtrar filtro filtra filtreren filtruj filtrovat filtrera filtre suodata "
    "filtrele szűrés szűrő filtrează refine narrow browse advanced refinement eingrenzen affiner refinar фильтр "
    "фильтровать фільтр филтър φίλτρο 絞り込み 絞り込む 筛选 篩選 필터 تصفية סינון".split()
)

# Parts of words for searching, as compounds and identifiers have them: "Produktsuche", "cleRech", "txtbuscador".
SEARCH_STEMS = (
    "search", "srch", "such", "recherch", "cherch", "rech", "busc", "busqu", "busca", "pesquis", "procur", "ricerc",
    "cerca", "zoek", "szuk", "hled", "hľad", "hlad", "keres", "caut", "căut", "haku", "sök", "søg", "søk", "poisk",
    "поиск", "иска", "найти", "пошук", "търс", "αναζ", "quick_?find", "query", "keyword", "finder", "lookup",
)  # fmt: skip

NEXT = frozenset(
    "next older ouder oudere ältere antiguas antigas anciens anciennes vecchi starsze weiter nächste naechste vor "
    "suivant suivante suivants siguiente siguientes próxima próximo proxima proximo seguinte successiva successivo "
    "successivi avanti prossima volgende nästa neste næste seuraava następna następny następne następnej dalej další "
    "ďalšie következő următor următoarea sonraki ileri следующая следующий след далее вперёд вперед наступна напред "
    "επόμενη επόμενο 次 次へ 次の 下一页 下一頁 下页 下頁 다음 التالي הבא ถัดไป berikutnya selanjutnya tiếp sau > >> "
    "› » → ▶ ► ⟩ ❯ ⇒ ⟶ more forward continued".split()
)

PAGE_WORDS = frozenset(
    "page pages results result posts post entries entry items item records hits matches articles documents list set "
    "show load the of more view go to > >> › » → | seite seiten ergebnisse treffer beiträge einträge artikel "
    "résultats página páginas resultados entradas artículos postagens pagina pagine risultati articoli pagina's "
    "resultaten berichten sida sidan side siden sivu strona stronę wyniki wpisy strana stránka výsledky oldal találat "
    "страница страницы результаты записи сторінка sayfa halaman trang ページ 件 页 頁 쪽 페이지".split()
)

PREVIOUS = frozenset(
    "previous prev newer back zurück vorherige précédent précédente anterior precedente vorige terug föregående "
    "forrige edellinen poprzednia poprzednie předchozí előző önceki предыдущая предыдущий пред назад 前 前へ 上一页 "
    "上一頁 이전 < << ‹ « ← ◀".split()
)

OLDER = frozenset(
    "older ouder oudere ältere antiguas antiguos antigas antigos anciens anciennes vecchi vecchie starsze старые "
    "старее старіші starší äldre ældre eldre vanhemmat eski régebbi 過去 古い 以前 更早 이전글".split()
)

NEWER = frozenset(
    "newer nieuwer nieuwere neuere recientes nuevas recentes récents recent nuovi nowsze новые новее новіші novější "
    "nyare nyere uudemmat yeni újabb 新しい 最新 更新".split()
)
